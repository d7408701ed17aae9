// What other features use of what keeps the time left in sight outside the app.
import type { QueryClient } from '@tanstack/react-query'
import { lazySheet } from '#ui/lazy-sheet.tsx'

export { useCalendarState } from './calendar-mark.ts'
export const CountdownSheet = lazySheet(() => import('./CountdownSheet.tsx'))
export const followSessions = async (queries: QueryClient): Promise<void> =>
  (await import('./follow-sessions.ts')).followSessions(queries)
