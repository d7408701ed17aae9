// What keeps the time left in sight outside the app says, Spanish.
import { aLas, las } from '#platform/words.es.ts'
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Avisos y enlace para compartir',
  parkedUntil: time => `Estacionado hasta ${las(time)}`,
  leftAsOf: (name, time, left, plate) =>
    `${name}. ${aLas(time).replace(/^a/, 'A')} te quedaban ${left}. Placa ${plate}.`,
  calendar: 'Agregar al calendario',
  calendarText: (first, last) => `Con alarmas ${first} y ${last} min antes de que se acabe el tiempo`,
  calendarUpdate: 'Actualizar el calendario',
  calendarOld: 'Tu calendario tiene una hora anterior',
  calendarAdded: 'En tu calendario',
  ends: name => `Termina tu estacionamiento: ${name}`,
  entry: (time, plate) => `Tu estacionamiento termina ${aLas(time)}. Placa ${plate}. Agrega tiempo en ParkIt:`,
  share: 'Compartir hasta qué hora',
  making: 'Creando el enlace…',
  shareText: 'El enlace muestra el lugar y tu tiempo restante. Termina con tu estacionamiento.',
  sharing: 'Quien tenga el enlace ve este lugar y tu tiempo restante hasta que termine tu estacionamiento.',
  shareFailed: 'No se cargó tu enlace.',
  shareLink: 'Compartir enlace',
  copyLink: 'Copiar enlace',
  link: 'Enlace',
  copied: 'Enlace copiado',
  copyFailed: 'Este navegador no puede compartir ni copiar. Selecciona el enlace.',
  stop: 'Dejar de compartir',
  stopping: 'Terminando…',
  stopped: 'El enlace ya no funciona.',
  message: (name, time) => `Estoy estacionado en ${name} hasta ${las(time)}.`,
}
