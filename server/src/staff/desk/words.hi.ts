// What the desk writes to staff, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  done: 'हो गया।',
  codeSubject: code => `${code} आपका ParkIt डेस्क कोड है`,
  codeMail: (code, minutes) =>
    `आपका ParkIt डेस्क कोड ${code} है। यह ${minutes} मिनट में एक्सपायर होगा और एक ही बार चलेगा।\n\nआपने साइन इन नहीं किया? तो आपका पासवर्ड किसी और के पास है। अपने डेस्क लीड से नया न्योता माँगें।\n`,
  inviteSubject: 'ParkIt डेस्क का न्योता',
  inviteMail: (name, link, days) =>
    `${name} ने आपको ParkIt डेस्क पर ड्राइवरों की मदद के लिए बुलाया है। यहाँ अपना नाम और पासवर्ड चुनें:\n\n${link}\n\nयह लिंक एक ही बार चलेगा और ${days} दिन में एक्सपायर होगा।\n`,
}
