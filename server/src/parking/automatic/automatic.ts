// Automatic parking: auto-extension of sessions, and starts and stops by plates seen at gates.
import { createAutoExtend } from './auto-extend.ts'
import { createPlates } from './plates.ts'

type Deps = Parameters<typeof createAutoExtend>[0] & Parameters<typeof createPlates>[0]

export const createAutomatic = (deps: Deps) => {
  const autoExtend = createAutoExtend(deps)
  const plates = createPlates(deps)
  return {
    state: autoExtend.state,
    setAutoExtend: autoExtend.set,
    plateSeen: plates.seen,
    jobs: { ...autoExtend.jobs, ...plates.jobs },
  }
}
export type Automatic = ReturnType<typeof createAutomatic>
