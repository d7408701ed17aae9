// The front door of what parks by itself: sessions that extend themselves, and plates that gates see.
import { createExtending } from './auto-extend.ts'
import { createPlates } from './plates.ts'

type Deps = Parameters<typeof createExtending>[0] & Parameters<typeof createPlates>[0]

export const createAutomatic = (deps: Deps) => {
  const extending = createExtending(deps)
  const plates = createPlates(deps)
  return {
    state: extending.state,
    setAutoExtend: extending.set,
    plateSeen: plates.seen,
    /** What is due; each claims its own transaction. */
    jobs: { ...extending.jobs, ...plates.jobs },
  }
}
export type Automatic = ReturnType<typeof createAutomatic>
