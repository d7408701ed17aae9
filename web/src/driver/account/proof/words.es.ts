// What is said where a proof is asked for, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Confirma que eres tú',
  text: 'Iniciaste sesión hace un rato. Confirma que eres tú para hacer este cambio.',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
  withPasskey: 'Usar una llave de acceso',
  password: 'Contraseña',
  withCode: 'Usar un código',
  withPassword: 'Usar la contraseña',
  sendCode: contact => `Enviar código a ${contact}`,
  sending: 'Enviando…',
  sentTo: contact => `Enviamos un código de 6 dígitos a ${contact}.`,
  code: 'Código de 6 dígitos',
}
