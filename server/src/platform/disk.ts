// Free space on the disks that ParkIt itself writes to: those of the embedded database.
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** below it a checkpoint may find no space, and PostgreSQL stops */
export const leastFreeBytes = 256 * 1024 * 1024

/** The log may be on a disk of its own. With a database elsewhere nothing is written here. */
const foldersOf = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string[] =>
  databaseUrl ? [] : [dataDir, join(dataDir, 'postgres'), join(dataDir, 'postgres/pg_wal')]

/** Bytes that are left on the fullest of them; null where none can be looked at. */
export const findFreeBytes = async (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<number | null> => {
  const found = await Promise.allSettled(foldersOf(config).map(folder => statfs(folder)))
  const free = found.flatMap(one => (one.status === 'fulfilled' ? [one.value.bavail * one.value.bsize] : []))
  return free.length > 0 ? Math.min(...free) : null
}
