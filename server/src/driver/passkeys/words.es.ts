// What passkeys say by mail and text message, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  addedSubject: 'Se agregó una llave de acceso a tu cuenta',
  removedSubject: 'Se quitó una llave de acceso de tu cuenta',
  addedMail: name =>
    `Se agregó la llave de acceso “${name}” a tu cuenta de ParkIt. Con ella se inicia sesión sin contraseña ni código.\n\n¿No fuiste tú? Inicia sesión, quítala en Cuenta, Llaves de acceso, y cambia tu contraseña.\n`,
  removedMail: name =>
    `Se quitó la llave de acceso “${name}” de tu cuenta de ParkIt. Cerramos la sesión en los dispositivos que la usaron.\n\n¿No fuiste tú? Inicia sesión, revisa tus llaves y dispositivos en Cuenta y cambia tu contraseña.\n`,
  addedSms: 'Agregaste una llave de acceso a tu cuenta. ¿No fuiste tú? Inicia sesión y quítala en Cuenta.',
  removedSms: 'Quitaste una llave de acceso de tu cuenta. ¿No fuiste tú? Inicia sesión y revisa tu Cuenta.',
}
