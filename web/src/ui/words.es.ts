// The words of the shared components, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  language: 'Idioma',
  zone: 'Zona',
  zoneName: zone => `Zona ${zone}`,
  plateName: (state, plate) => `Placa ${plate} de ${state}`,
  emptyBay: 'Un espacio libre',
  levels: {
    plenty: 'Mucho espacio',
    filling: 'Llenándose',
    nearly: 'Casi lleno',
    full: 'Lleno',
    unknown: 'Sin conteo en vivo',
  },
  openOf: (open, capacity) => `${open} de ${capacity} disponibles`,
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  back: 'Atrás',
  close: 'Cerrar',
  less: minutes => `${minutes} minutos menos`,
  more: minutes => `${minutes} minutos más`,
  max: text => `${text} máx.`,
  tryAgain: 'Intentar de nuevo',
  loading: 'Cargando…',
  panelSize: 'Cambiar el tamaño de la lista',
  progress: 'en curso',
  endedSignIn: 'Se cerró tu sesión',
  endedSignInText:
    'Inicia sesión de nuevo para ver tu estacionamiento. Lo que está activo sigue y tus recibos están guardados.',
  checkConnection: 'Revisa tu conexión e intenta de nuevo.',
  signIn: 'Iniciar sesión',
  asOf: age => `Sin señal. Actualizado hace ${age}.`,
  asOfNow: 'Sin señal. Recién actualizado.',
  pastParkings: 'Historial',
  noAnswer: 'El servidor no responde',
}
