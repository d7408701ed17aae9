// What is sent about a trusted person, in Spanish.
import type { Words } from './words.en.ts'

export const es: Words = {
  invite: ({ driver, link }) => ({
    title: '¿Recibir los recordatorios de alguien?',
    body: `Quien usa el ${driver} quiere que te avisemos antes de que termine su estacionamiento. Acepta o rechaza: ${link}`,
  }),
  agreed: ({ contact }) => ({
    title: 'Alguien más recibe tus recordatorios',
    body: `${contact} ahora también recibe tus recordatorios de estacionamiento. ¿No es lo que quieres? En ParkIt, elige Cuenta y luego Persona de confianza.`,
  }),
}
