// What support answers, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  feedbackThanks: 'Gracias por tus comentarios.',
  callCancelled: 'Cancelamos tu llamada.',
  emailCopy: ({ reference, message, names }) =>
    `Recibimos tu correo y responderemos a esta dirección. Tu número de referencia es ${reference}. Escribiste:\n\n${message}\n${
      names.length > 0 ? `\nArchivos: ${names.join(', ')}\n` : ''
    }\nParkIt`,
  fileDiscarded: 'Se quitó el archivo.',
  somebodyIsThere:
    'Gracias, recibimos tu mensaje. Te responderemos en unos minutos. Estamos aquí de lunes a sábado, de 8:00 AM a 8:00 PM, hora de Chicago.',
  nobodyIsThere: day =>
    `Gracias, recibimos tu mensaje. Te responderemos cuando regresemos el ${day} a las 8:00 AM, hora de Chicago.`,
}
