// What the notifications screen says, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Notificaciones',
  failed: 'No se cargaron tus notificaciones.',
  notSaved: 'El servidor no responde',
  device: 'Este dispositivo',
  deviceStates: {
    on: 'Recibirás notificaciones aquí, aunque ParkIt esté cerrado.',
    off: 'Activa esto para recibir notificaciones en este dispositivo.',
    blocked: 'Bloqueadas. Permite las notificaciones de ParkIt en la configuración de tu navegador.',
    install: 'Agrega ParkIt a tu pantalla de inicio y activa esto ahí.',
    unsupported: 'Este navegador no admite notificaciones. Te escribiremos por correo o mensaje de texto.',
  },
  deviceFailed: 'No se activaron las notificaciones. Intenta de nuevo.',
  kind: 'Notificarme sobre',
  kinds: {
    ended: 'Se acabó el tiempo',
    extended: 'Tiempo agregado',
    receipt: 'Recibo',
    topUp: 'Dinero agregado',
    refund: 'Reembolso',
    plan: 'Plan Deluxe',
    chat: 'Respuesta de soporte',
  },
  left: minutes => (minutes === 1 ? 'Queda 1 min' : `Quedan ${minutes} min`),
  firstReminder: 'Primer recordatorio',
  lastReminder: 'Último recordatorio',
  before: time => `${time} antes`,
  channels: { push: 'Push', mail: 'Correo', sms: 'Texto' },
  by: (kind, channel) => `${kind}: ${channel}`,
  always: 'Cuando algo se inicia, se extiende o se recarga automáticamente, siempre te escribimos por correo o texto.',
  pushGoes: devices =>
    devices === 0
      ? 'Ningún dispositivo recibe notificaciones push todavía.'
      : devices === 1
        ? 'En 1 dispositivo.'
        : `En ${devices} dispositivos.`,
  mailGoes: email => `Los correos van a ${email}.`,
  noMail: 'Tu cuenta aún no tiene correo.',
  addMail: 'Agregar correo',
  smsGoes: phone => `Los mensajes van al ${phone}.`,
  countdown: 'Tiempo restante',
  countdownText: 'Una notificación sin sonido que muestra cuánto falta mientras estás estacionado.',
  ask: 'Recordarme en este dispositivo',
  askText: 'Antes de que se acabe el tiempo',
  turnOn: 'Activar',
  notNow: 'Ahora no',
  turnedOn: 'Te lo recordaremos en este dispositivo.',
}
