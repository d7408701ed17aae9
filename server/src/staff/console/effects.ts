// What each kind of a city's proposals does once a second person approves it.
import { createImports } from '#city/imports/imports.ts'
import { rateEffect } from '#city/overrides/overrides.ts'
import { type Effects, liveEffect, termsEffect } from '#city/team/team.ts'
import type { WorkDatabase } from '#platform/city-scope.ts'
import type { Clock } from '#platform/clock.ts'

export const effectsOf = (deps: { db: WorkDatabase; clock: Clock }): Effects => ({
  places: createImports(deps).effect,
  rate: rateEffect,
  terms: termsEffect,
  live: liveEffect,
})
