// What the desk writes to staff, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  done: 'Listo.',
  codeSubject: code => `${code} es tu código de la mesa de ParkIt`,
  codeMail: (code, minutes) =>
    `Tu código de la mesa de ParkIt es ${code}. Vence en ${minutes} minutos y funciona una sola vez.\n\nSi no iniciaste sesión, alguien tiene tu contraseña. Pide otra invitación a tu líder.\n`,
  inviteSubject: 'Tu invitación a la mesa de ParkIt',
  inviteMail: (name, link, days) =>
    `${name} te invita a ayudar a los conductores en la mesa de ParkIt. Elige aquí tu nombre y contraseña:\n\n${link}\n\nEl enlace funciona una sola vez y vence en ${days} días.\n`,
}
