// What other features use of notices.
import { lazy } from 'react'
import { later } from '#platform/chunk.ts'

export { NoticesRow } from './NoticesRow.tsx'
export { useCountdown, useDevice, useReminderMinutes } from './notice-queries.ts'
export { canCountDown, isCountingDown } from './push-subscription.ts'
export { useNoticeWords } from './words.ts'

/** Nothing is offered where its code does not load. */
const none = { default: () => null }
export const PushOffer = lazy(later(() => import('./PushOffer.tsx').catch(() => none)))
