// The units of time and rates, dates, and what is said where the server did not say it, Spanish.
import type { en } from './words.en.ts'

/** The article that a time takes: `la 1:05 PM`, `las 3:22 PM`, `el lun 7:00 AM`. */
export const las = (time: string): string =>
  /^\d/.test(time) ? (time.startsWith('1:') || /^1 [AP]M/.test(time) ? `la ${time}` : `las ${time}`) : `el ${time}`
export const aLas = (time: string): string => (/^\d/.test(time) ? `a ${las(time)}` : las(time))

export const es: typeof en = {
  h: () => 'h',
  min: 'min',
  hoursAloud: count => (count === 1 ? '1 hora' : `${count} horas`),
  minutesAloud: count => (count === 1 ? '1 minuto' : `${count} minutos`),
  days: count => `${count} días`,
  perHour: '/h',
  perHourAloud: ' por hora',
  free: 'Gratis',
  flat: money => `${money} tarifa única`,
  firstHour: money => `${money} la primera hora`,
  firstHourFree: 'Primera hora gratis',
  underMinute: 'menos de 1 minuto',
  zone: 'zona',
  weekdays: 'dom,lun,mar,mié,jue,vie,sáb',
  months: 'ene,feb,mar,abr,may,jun,jul,ago,sept,oct,nov,dic',
  day: (weekday, month, day) => `${weekday}, ${day} de ${month}`,
  date: (day, year) => `${day} de ${year}`,
  unknownFault: 'Ocurrió un error desconocido. Contacta al administrador',
}
