// Why a card was declined, as far as that helps its driver: what a bank says of loss, theft or fraud is told to nobody.
import type { Language } from '../platform/errors.ts'

export const declines = {
  insufficient_funds: {
    en: 'The card was declined: there is not enough money on it. Nothing was charged. Try another card.',
    hi: 'कार्ड अस्वीकार हुआ: उसमें पैसे कम हैं। कोई पैसा नहीं कटा। दूसरा कार्ड आज़माएँ।',
  },
  expired_card: {
    en: 'The card was declined: it has expired. Nothing was charged. Try another card.',
    hi: 'कार्ड अस्वीकार हुआ: उसकी अवधि ख़त्म हो चुकी है। कोई पैसा नहीं कटा। दूसरा कार्ड आज़माएँ।',
  },
  incorrect_cvc: {
    en: 'The card was declined: its security code is wrong. Nothing was charged. Type the card again.',
    hi: 'कार्ड अस्वीकार हुआ: सुरक्षा कोड ग़लत है। कोई पैसा नहीं कटा। कार्ड फिर से लिखें।',
  },
  processing_error: {
    en: 'The card was declined: its bank could not answer. Nothing was charged. Try again in a little while.',
    hi: 'कार्ड अस्वीकार हुआ: बैंक जवाब नहीं दे सका। कोई पैसा नहीं कटा। थोड़ी देर में फिर कोशिश करें।',
  },
  not_authenticated: {
    en: 'The card was declined: its bank could not make sure that it is you. Nothing was charged. Try again, or another card.',
    hi: 'कार्ड अस्वीकार हुआ: बैंक यह पक्का नहीं कर सका कि यह आप ही हैं। कोई पैसा नहीं कटा। फिर कोशिश करें, या दूसरा कार्ड आज़माएँ।',
  },
} satisfies Record<string, Record<Language, string>>

export type DeclineReason = keyof typeof declines
