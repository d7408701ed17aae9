// What the Default Parking Options say, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Opciones de estacionamiento',
  autoStart: 'Iniciar automáticamente',
  autoStartText: 'Inicia en las entradas. En otros lugares te preguntamos al llegar.',
  autoExtend: 'Extender automáticamente',
  autoExtendText: 'Agrega tiempo antes de que se acabe',
  maxPayment: 'Monto máximo',
  maxPaymentOn: 'El inicio y la extensión automáticos nunca lo superan',
  maxPaymentOff: 'Sin límite por sesión',
  changeAmount: amount => `Cambiar monto, ahora ${amount}`,
  amount: 'Límite por sesión',
  amountHelp: (least, most) =>
    `De ${least} a ${most}, con cargo por servicio. No limita lo que inicias o extiendes tú.`,
  save: 'Guardar',
  saving: 'Guardando…',
  saved: amount => `El inicio y la extensión automáticos no superarán ${amount} por sesión.`,
  failed: 'No se cargaron tus opciones de estacionamiento.',
  notSaved: 'El servidor no responde',
}
