// Why a card was declined, as far as that helps its driver: what a bank says of loss, theft or fraud is told to nobody.
import type { Language } from '../platform/errors.ts'

export const declines = {
  insufficient_funds: {
    en: 'Your card doesn’t have enough funds. You weren’t charged. Try another card.',
    es: 'Tu tarjeta no tiene fondos suficientes. No se te cobró. Usa otra tarjeta.',
    hi: 'आपके कार्ड में पैसे कम हैं। पैसे नहीं कटे। दूसरा कार्ड आज़माएँ।',
  },
  expired_card: {
    en: 'Your card has expired. You weren’t charged. Try another card.',
    es: 'Tu tarjeta venció. No se te cobró. Usa otra tarjeta.',
    hi: 'आपका कार्ड एक्सपायर हो चुका है। पैसे नहीं कटे। दूसरा कार्ड आज़माएँ।',
  },
  incorrect_cvc: {
    en: 'The security code (CVC) isn’t right. You weren’t charged. Enter the card again.',
    es: 'El código de seguridad (CVC) no es correcto. No se te cobró. Escribe la tarjeta de nuevo.',
    hi: 'सिक्योरिटी कोड (CVC) सही नहीं है। पैसे नहीं कटे। कार्ड फिर से डालें।',
  },
  processing_error: {
    en: 'Your bank didn’t respond. You weren’t charged. Try again in a few minutes.',
    es: 'Tu banco no respondió. No se te cobró. Intenta de nuevo en unos minutos.',
    hi: 'आपके बैंक का जवाब नहीं आया। पैसे नहीं कटे। कुछ मिनट बाद फिर कोशिश करें।',
  },
  not_authenticated: {
    en: 'Your bank couldn’t verify it’s you. You weren’t charged. Try again or use another card.',
    es: 'Tu banco no pudo verificar que eres tú. No se te cobró. Intenta de nuevo o usa otra tarjeta.',
    hi: 'आपका बैंक कन्फ़र्म नहीं कर पाया कि यह आप ही हैं। पैसे नहीं कटे। फिर कोशिश करें या दूसरा कार्ड लें।',
  },
} satisfies Record<string, Record<Language, string>>

export type DeclineReason = keyof typeof declines
