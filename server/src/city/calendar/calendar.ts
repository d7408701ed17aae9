// A city's rules: one evaluator for sign, quote, extension, refund, and officer; docs/rules.md explains it. Pure.
export type { Lists } from './applies.ts'
export { type BookVersion, calendarAsOf, calendarBy, type ListedDay, type Published, versionAt } from './as-of.ts'
export { checkBook, type Problem, readBook, readDayList } from './check.ts'
export { checkTariff } from './check-tariff.ts'
export { type DayStretch, stretchesOfDays } from './days-ahead.ts'
export {
  differenceCents,
  type Evaluation,
  evaluateStay,
  isClosing,
  limitsAt,
  type PricedStay,
  priceStay,
  type Refusal,
  type RuleLimits,
  type RuleState,
  type Stay,
  type StayLine,
  type StayWarning,
  stateAt,
} from './evaluate.ts'
export { bookOfTariff, limitPaidTime, type TariffTerms } from './from-tariff.ts'
export { federalHolidays, type Holiday, isHoliday } from './holidays.ts'
export { stayEnd, type Used, usedBy } from './limits.ts'
export { anyCar, openingAt, towAwayAhead, type WeekHours, weekHours } from './open-times.ts'
export { hourlyOf, isPaid, periodCents } from './price.ts'
export type { Calendar, Winner } from './stretches.ts'
export {
  bookTexts,
  capText,
  eventTexts,
  heldTexts,
  maxStayText,
  priceTexts,
  signTexts,
  spanText,
  stayTexts,
  whenTexts,
} from './texts.ts'
