// What the notifications screen says, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'सूचनाएँ',
  failed: 'आपकी सूचनाएँ लोड नहीं हुईं।',
  notSaved: 'सर्वर जवाब नहीं दे रहा',
  device: 'यह डिवाइस',
  deviceStates: {
    on: 'सूचनाएँ यहाँ दिखती हैं, ParkIt बंद होने पर भी।',
    off: 'चालू करने पर सूचनाएँ यहाँ दिखेंगी।',
    blocked: 'रोक लगी है। ब्राउज़र की सेटिंग में ParkIt की सूचनाओं की अनुमति दें।',
    install: 'ParkIt को होम स्क्रीन पर जोड़ें, फिर वहाँ इसे चालू करें।',
    unsupported: 'यह ब्राउज़र सूचनाएँ नहीं लेता। ई-मेल और SMS आप तक पहुँचेंगे।',
  },
  deviceFailed: 'सूचनाएँ चालू नहीं हुईं। फिर कोशिश करें।',
  kind: 'मुझे बताएँ',
  kinds: {
    ends15: '15 मिनट बाक़ी',
    ends5: '5 मिनट बाक़ी',
    ended: 'पार्किंग ख़त्म हुई',
    extended: 'समय बढ़ा',
    receipt: 'रसीद',
    topUp: 'वॉलेट टॉप-अप',
    refund: 'रिफ़ंड',
    plan: 'Deluxe प्लान',
    chat: 'सहायता का जवाब',
  },
  channels: { push: 'पुश', mail: 'ई-मेल', sms: 'SMS' },
  by: (kind, channel) => `${kind}: ${channel}`,
  always: 'जो पार्किंग, समय या टॉप-अप अपने-आप होता है, वह हमेशा बताया जाता है: ई-मेल से, नहीं तो SMS से।',
  pushGoes: devices =>
    devices === 0
      ? 'पुश अभी किसी डिवाइस पर नहीं जाता।'
      : devices === 1
        ? 'पुश एक डिवाइस पर जाता है।'
        : `पुश ${devices} डिवाइस पर जाता है।`,
  mailGoes: email => `ई-मेल ${email} पर जाता है।`,
  noMail: 'आपके अकाउंट में अभी ई-मेल नहीं है।',
  addMail: 'ई-मेल जोड़ें',
  smsGoes: phone => `SMS ${phone} पर जाता है।`,
  ask: 'इस डिवाइस पर याद दिलाएँ',
  askText: 'समय ख़त्म होने से 15 और 5 मिनट पहले',
  turnOn: 'चालू करें',
  notNow: 'अभी नहीं',
  turnedOn: 'ParkIt आपको यहाँ याद दिलाएगा।',
}
