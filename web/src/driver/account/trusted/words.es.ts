// What is said of a trusted person, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Persona de confianza',
  text: 'Elige a alguien que también reciba un recordatorio antes de que termine tu estacionamiento. Verá el lugar, la hora en que termina y tu celular, pero nunca tu placa ni tus pagos.',
  name: 'Nombre',
  contact: 'Celular o correo',
  contactHelp: 'Enviaremos una sola invitación. No enviaremos nada más hasta que acepte.',
  send: 'Enviar invitación',
  sending: 'Enviando…',
  failed: 'No se cargó tu persona de confianza.',
  waiting: (name, contact) => `Invitamos a ${name} (${contact}). Falta su respuesta.`,
  waitingText: days => `La invitación vence en ${days} días.`,
  active: (name, contact) => `${name} recibe tus recordatorios en ${contact}.`,
  activeText: 'Tú también los sigues recibiendo.',
  cancel: 'Cancelar invitación',
  turnOff: 'Desactivar recordatorios',
  ending: 'Desactivando…',
  ended: 'Ahora solo tú recibes tus recordatorios.',
  sandbox: 'Prueba: no se envió ningún mensaje.',
  open: 'Abrir la invitación',
  row: { waiting: 'Invitación enviada', active: 'Activada' },

  invitedTitle: '¿Recibir recordatorios?',
  invitedText: (driver, contact) =>
    `Quien usa el ${driver} quiere que enviemos recordatorios a ${contact} antes de que termine su estacionamiento.`,
  onTitle: 'Los recordatorios están activados',
  onText: (driver, contact) =>
    `Enviamos recordatorios a ${contact} antes de que termine el estacionamiento de ${driver}.`,
  agree: 'Recibir recordatorios',
  agreeing: 'Guardando…',
  decline: 'Rechazar invitación',
  stop: 'Dejar de recibirlos',
  declined: 'No recibirás recordatorios. Nadie podrá invitarte durante un año.',
  stopped: 'Ya no recibirás recordatorios.',
  agreed: 'Recibirás los recordatorios. Cada uno trae un enlace para dejar de recibirlos.',
  broken: 'El enlace está incompleto. Abre el enlace completo de nuestro mensaje.',
  home: 'Ir a ParkIt',
}
