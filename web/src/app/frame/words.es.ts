// The words of the frame, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  navigation: 'Principal',
  skip: 'Ir al contenido',
  sandbox: 'Prueba',
  errorHeading: 'Error inesperado de la aplicación',
  errorSafe: 'Lo que pagaste está a salvo. Las sesiones activas siguen y tus recibos están guardados.',
  chunkText: 'No se cargó una parte de ParkIt. Revisa tu conexión y vuelve a cargar.',
  home: 'Inicio',
  reload: 'Volver a cargar',
  loading: 'Cargando…',
  pastParkings: 'Historial',
  guestPast: 'Inicia sesión para ver tu historial.',
  findParking: 'Buscar',
  support: 'Soporte',
  newAnswers: n => (n === 1 ? '1 respuesta nueva' : `${n} respuestas nuevas`),
  account: 'Cuenta',
  unauthorized: 'No autorizado',
  noSignal: 'Sin señal',
  checkingDevice: 'Revisando este dispositivo…',
  newVersion: 'Hay una versión nueva',
}
