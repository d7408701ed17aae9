// What is said about an email that is not confirmed yet, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  unconfirmed: email =>
    `${email} aún no está confirmado. Abre el enlace del correo que te enviamos. Hasta entonces, inicia sesión con tu celular. No recibirás recibos por correo.`,
  resend: 'Enviar el enlace de nuevo',
  sending: 'Enviando…',
  sent: email => `Enviamos un enlace nuevo a ${email}.`,
  sandbox: 'Prueba: no se envió ningún mensaje.',
  open: 'Abrir el enlace',
  title: 'Confirma tu correo',
  confirming: 'Confirmando…',
  confirmed: email => `${email} está confirmado. Desde ahora puedes iniciar sesión con ese correo.`,
  broken:
    'Ese enlace no funciona. Inicia sesión en la cuenta a la que enviamos el enlace y abre el de nuestro último correo.',
  account: 'Ir a tu cuenta',
}
