// How to reach the city without an account, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Contáctanos sin cuenta',
  text: (phone, email) =>
    `${phone && email ? 'Llama o escribe un correo.' : phone ? 'Llámanos.' : 'Escríbenos un correo.'} No tienes que iniciar sesión y ParkIt no guarda quién pregunta.`,
  call: phone => `Llamar al ${phone}`,
  relay: 'Llamar al servicio de retransmisión 711',
  relayText: phone => `Si eres una persona sorda o con discapacidad auditiva o del habla, da al operador el ${phone}.`,
  email: address => `Escribir a ${address}`,
  failed: 'No se cargaron nuestro teléfono y correo.',
}
