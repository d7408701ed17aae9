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
  thanks: 'Gracias, recibimos tu mensaje.',
  somebodyIsThere: hours => `Gracias, recibimos tu mensaje. Te responderemos en unos minutos. Estamos aquí ${hours}.`,
  nobodyIsThere: (day, time, city) =>
    `Gracias, recibimos tu mensaje. Te responderemos cuando regresemos el ${day} a ${time.startsWith('1:') ? 'la' : 'las'} ${time}, hora de ${city}.`,
}
