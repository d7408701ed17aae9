// What the account says by mail and text message, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  done: 'Listo.',
  codeSubject: code => `${code} es tu código de ParkIt`,
  codeMail: (code, minutes) =>
    `Tu código de ParkIt es ${code}. Vence en ${minutes} minutos y funciona una sola vez.\n\nEscríbelo solo en ParkIt. Nunca te lo pediremos por teléfono ni por correo.\n\nSi no lo pediste, ignora este correo.\n`,
  codeSms: (code, minutes, host) =>
    `${code} es tu código de ParkIt. Vence en ${minutes} min. No lo compartas con nadie.\n@${host} #${code}`,
  passwordSubject: 'Cambió tu contraseña de ParkIt',
  passwordMail:
    'Cambió tu contraseña y cerramos la sesión en tus otros dispositivos.\n\n¿No fuiste tú? Al iniciar sesión, elige ¿Olvidaste tu contraseña?\n',
  passwordSms:
    'Cambió tu contraseña y cerramos la sesión en tus otros dispositivos. ¿No fuiste tú? Al iniciar sesión, elige ¿Olvidaste tu contraseña?',
  contactSubject: 'Cambió tu contacto en ParkIt',
  contactMoved: to =>
    `Ahora escribiremos a ${to} y no aquí. ¿No fuiste tú? Inicia sesión, cambia tu contraseña y contacta a soporte.`,
  emailChanged: to =>
    `Ahora el correo de tu cuenta es ${to}. ¿No fuiste tú? Inicia sesión, cambia tu contraseña y contacta a soporte.`,
  phoneChanged: to =>
    `Ahora el celular de tu cuenta es ${to}. ¿No fuiste tú? Inicia sesión, cambia tu contraseña y contacta a soporte.`,
  completedSubject: 'Tu cuenta de ParkIt está lista',
  completed: email =>
    `Se agregaron una contraseña y el correo ${email} a tu cuenta. ¿No fuiste tú? Inicia sesión con un código a este celular, cambia tu contraseña y contacta a soporte.`,
  deletedSubject: 'Eliminamos tu cuenta de ParkIt',
  deleted: 'Eliminamos tu cuenta de ParkIt y sus datos. ¿No fuiste tú? Contacta a soporte.',
  linkSubject: 'Confirma tu correo para ParkIt',
  linkMail: (link, hours) =>
    `Para usar este correo en ParkIt, abre este enlace en un dispositivo donde tengas la sesión abierta:\n\n${link}\n\nEl enlace funciona una sola vez y vence en ${hours} horas. Hasta que confirmes, no te enviaremos nada más.\n\n¿No creaste una cuenta de ParkIt? Ignora este correo. Sin el enlace, nadie puede usar tu dirección.\n`,
  recoverySubject: 'Alguien está recuperando tu cuenta de ParkIt',
  recoveryMail: (hours, link) =>
    `Alguien escribió un código que enviamos a un contacto de tu cuenta de ParkIt y pidió recuperar la cuenta. En ${hours} horas, un código nuevo al mismo contacto le permitirá iniciar sesión y cerrará la sesión en los demás dispositivos.\n\n¿Fuiste tú? Regresa en ${hours} horas.\n\n¿No fuiste tú? Detén la recuperación aquí:\n\n${link}\n\nO detenla en Cuenta, en un dispositivo donde tengas la sesión abierta.\n`,
  recoverySms: (hours, link) =>
    `Alguien pidió recuperar tu cuenta. Puede entrar en ${hours} horas. ¿No fuiste tú? Detenlo: ${link}`,
  recoveredSubject: 'Tu cuenta de ParkIt fue recuperada',
  recoveredMail:
    'Tu cuenta de ParkIt acaba de ser recuperada. Cerramos la sesión en los demás dispositivos y la contraseña anterior ya no funciona. Tus llaves de acceso se conservan.\n\n¿No fuiste tú? Al iniciar sesión, elige ¿Olvidaste tu contraseña? y pon una nueva. Luego revisa tus llaves de acceso en Cuenta y contacta a soporte.\n',
  recoveredSms:
    'Tu cuenta fue recuperada y cerramos la sesión en los demás dispositivos. ¿No fuiste tú? Al iniciar sesión, elige ¿Olvidaste tu contraseña?',
  exportSubject: 'Tus datos de ParkIt están listos',
  exportReady: (address, until) =>
    `Puedes descargar tus datos hasta el ${until}: ${address} ¿No fuiste tú? Cierra ahí la sesión en los demás dispositivos y cambia tu contraseña.`,
  exportAbout: `Esta es una copia de todo lo que ParkIt tiene sobre ti.

data/         un archivo JSON por cada tipo de registro. Los montos van en centavos, las horas en UTC.
attachments/  archivos que tú y soporte se enviaron

Cualquiera que tenga este archivo puede leerlo. Guárdalo en un lugar seguro.
`,
}
