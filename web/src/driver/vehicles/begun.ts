// A new vehicle that the driver has begun to describe: kept on this device until it is saved, or until he logs out.
import { drop, findKept, keep } from '#platform/kept.ts'
import type { Filled } from './changing.ts'

const name = 'newVehicle'

export const keepBegun = (filled: Filled): void => void keep(name, filled)

export const findBegun = (): Filled | undefined => findKept<Filled>(name)

export const dropBegun = (): void => drop(name)
