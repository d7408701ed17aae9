// What other features use of parking sessions.

export { useBaseWords } from './base-words.ts'
export { answerPlace } from './guards/answers.ts'
export { metresToZone, streetMetres } from './guards/place-check.ts'
export { agreeTo } from './one-press.ts'
export { lineItems, paidVia } from './price-text.ts'
export { quoteOptions } from './quotes.ts'
export { findWantedReceipt, useCachedReceipts, useLatestSessions, useReceipt } from './receipt-queries.ts'
export { addressLines, receiptDate, receiptHours } from './receipt-text.ts'
export {
  cacheActive,
  findCachedActive,
  hadNoSession,
  useActive,
  useSessionChanged,
} from './session-queries.ts'
export {
  leftParts,
  leftSeconds,
  leftText,
  runningAt,
  timerText,
  totalMinutes,
} from './session-text.ts'
export { useParkingWords } from './words.ts'
export { ZoneEntry } from './ZoneEntry.tsx'
