// A stay agreed to by one press on Home, with large buttons on: its start sheet pays without a second press, for that total alone.
import { now } from '#platform/clock.ts'

export type Agreement = { zone: string; vehicleId: string; minutes: number; total: number; atMs: number }

/** Not in the address, which others can write. */
let agreed: Agreement | undefined

/** after this long the press no longer counts */
const freshMs = 20_000

/** Undefined: it counted, and does not again. */
export const agreeTo = (stay: Omit<Agreement, 'atMs'> | undefined): void => {
  agreed = stay && { ...stay, atMs: now() }
}

/** Where it is for this zone and vehicle. */
export const agreementFor = (zone: string, vehicleId: string): Agreement | undefined =>
  agreed?.zone === zone && agreed.vehicleId === vehicleId ? agreed : undefined

export const isFresh = ({ atMs }: Agreement): boolean => now() - atMs < freshMs
