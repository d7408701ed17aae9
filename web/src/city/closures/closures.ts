// What other features use of closures: what shows one, loaded where there is one.
import { lazy } from 'react'

export const ClosureNote = lazy(() => import('./ClosureNote.tsx'))
export const ClosureLine = lazy(() => import('./ClosureLine.tsx'))
