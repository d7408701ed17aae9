// What other features use of the question on arrival.
import { lazy } from 'react'
import { later } from '#platform/chunk.ts'

export const ArrivalQuestion = /* @__PURE__ */ lazy(later(() => import('./ArrivalQuestion.tsx')))
