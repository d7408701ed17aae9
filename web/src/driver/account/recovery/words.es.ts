// What is said of recovering an account, Spanish.
import { aLas, las } from '#platform/words.es.ts'
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Recupera tu cuenta',
  text: (mailHours, smsHours) =>
    `Escribe los códigos de tu correo y de tu celular para entrar enseguida. Con uno solo tendrás que esperar: ${mailHours} horas por correo, ${smsHours} horas por celular. Cerraremos la sesión en tus otros dispositivos y tu contraseña anterior dejará de funcionar.`,
  email: 'Correo de tu cuenta',
  phone: 'Celular de tu cuenta',
  oneNeeded: 'Escribe tu correo, tu celular o los dos.',
  sendCodes: 'Enviar códigos',
  sending: 'Enviando…',
  codesTitle: 'Escribe tus códigos',
  codesText: 'Enviamos un código a cada contacto que pertenece a una cuenta.',
  codeTo: contact => `Código enviado a ${contact}`,
  onlyOne: 'Si no puedes recibir uno de los códigos, deja su campo vacío. Tendrás que esperar.',
  recover: 'Recuperar cuenta',
  recovering: 'Recuperando…',
  startOver: 'Empezar de nuevo',
  waitTitle: 'La recuperación empezó',
  waitText: (contact, day, time) =>
    `Regresa el ${day} después de ${las(time)} y escribe un código nuevo enviado a ${contact}. Tendrás 7 días.`,
  waitStop:
    'Avisamos a todos los contactos de tu cuenta. Hasta entonces, quien lea nuestros mensajes puede detener la recuperación.',
  signIn: 'Volver a iniciar sesión',

  stopTitle: 'Detener la recuperación',
  stopText: 'Alguien está recuperando tu cuenta de ParkIt. Si no eres tú, detén la recuperación aquí.',
  stop: 'Detener la recuperación',
  stopping: 'Deteniendo…',
  stopped: 'Recuperación detenida. Quien la empezó no puede entrar de esta forma.',
  stoppedAdvice: 'Pudo leer un código enviado a ti, así que revisa quién puede leer tu correo y tus mensajes.',
  gone: 'Esta recuperación ya no está activa. Se detuvo o terminó.',
  broken: 'Ese enlace está incompleto. Abre el enlace completo de nuestro mensaje.',

  running: { mail: 'por correo', sms: 'por celular' },
  runningText: (by, day, time) =>
    `Alguien está recuperando esta cuenta ${by}. Desde el ${day}, ${aLas(time)}, podrá iniciar sesión y cerrar la tuya. Si no eres tú, detén la recuperación.`,
}
