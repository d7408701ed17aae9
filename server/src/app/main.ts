// The program: keeps what Node compiles for the next start, which halves it, then starts ParkIt.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// without it where the folder can't be written; not in the system's folder for temporary files, where others may write
enableCompileCache(join(import.meta.dirname, '../../../build/compile-cache'))
await import('./start.ts')
