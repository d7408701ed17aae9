// What other features use of parking sessions.

export { useBaseWords } from './base-words.ts'
export { quoteOptions } from './quotes.ts'
export { receiptDate, receiptHours } from './receipt-text.ts'
export {
  cacheActive,
  findCachedActive,
  findWantedReceipt,
  hadNoSession,
  useActive,
  useCachedReceipts,
  useLatestSessions,
  useReceipt,
  useSessionChanged,
} from './session-queries.ts'
export {
  addressLines,
  leftParts,
  leftSeconds,
  leftText,
  lineItems,
  paidVia,
  runningAt,
  totalMinutes,
} from './session-text.ts'
export { useParkingWords } from './words.ts'
export { ZoneEntry } from './ZoneEntry.tsx'
