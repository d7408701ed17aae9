// The headings and words of the past sessions' CSV, in Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  headings: [
    'ID de sesión',
    'Estado',
    'Zona',
    'Lugar',
    'Dirección',
    'Inicio',
    'Fin',
    'Zona horaria',
    'Minutos',
    'Estacionamiento',
    'Cargo por servicio',
    'Reembolsado',
    'Monto pagado',
    'Pagado con',
    'Estado del pago',
    'Marca',
    'Modelo',
    'Placa',
    'Estado de la placa',
    'Cambios',
  ],
  wallet: 'Billetera',
  statuses: { pending: 'Pendiente', running: 'Activa', ended: 'Terminada', failed: 'Fallida' },
  payments: { Paid: 'Pagado', Pending: 'Pendiente', Failed: 'Fallido', Refunded: 'Reembolsado' },
  moved: (from, to, at) => `Zona ${from} a ${to}, ${at}`,
  plateChanged: (from, to, at) => `Placa ${from} a ${to}, ${at}`,
}
