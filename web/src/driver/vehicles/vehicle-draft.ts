// A new vehicle that the driver has begun to describe: kept on this device until it is saved, or until he logs out.
import { readCache, removeCached, writeCache } from '#platform/local-cache.ts'
import type { Filled } from './vehicle-mutations.ts'

const name = 'newVehicle'

export const keepBegun = (filled: Filled): void => void writeCache(name, filled)

export const findBegun = (): Filled | undefined => readCache<Filled>(name)

export const dropBegun = (): void => removeCached(name)
