// What Quick park and claiming its account say, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  quickPark: 'Estacionar rápido',
  quickText: 'Sin contraseña. Solo tu placa, y tu celular para el código y el recibo.',
  signedInText: 'Tu sesión está abierta. Elige uno de tus vehículos para estacionar.',
  goOn: 'Continuar',
  plate: 'Placa',
  state: 'Estado',
  selectState: 'Elegir estado',
  statesFailed: 'No se cargó la lista de estados.',
  textCode: 'Recibir código por texto',
  sending: 'Enviando…',

  complete: 'Completa tu cuenta',
  completeText: 'Tu vehículo, tu billetera y tus recibos se quedan contigo.',
  completeWhy: 'Agrega un correo y una contraseña para iniciar sesión donde sea.',
  completeIt: 'Completar cuenta',
  saving: 'Guardando…',
  completed: 'Tu cuenta está lista.',
}
