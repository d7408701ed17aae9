// `npm run reconcile [-- FIRST LAST]`: compares the ledger with the card provider's records and prints each day; exit 1 where they differ.
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { cityTimeZone } from '@parkit/contract/platform/time'
import { type ReconciledDay, reconcile } from '#money/cards/cards.ts'
import { systemClock } from '#platform/clock.ts'
import { openCommandDatabase } from '#platform/command-database.ts'
import { readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db.ts'
import { createCardProvider } from './providers.ts'

const money = (cents: number) => moneyText(toDollars(cents))
const line = ({ day, taken, givenBack, differences }: ReconciledDay) =>
  [
    `${differences.length > 0 ? 'DIFFERS' : 'agrees '}  ${day}`,
    `taken ${taken.provider.count} · ${money(taken.provider.cents)}, in the books ${taken.books.count} · ${money(taken.books.cents)}`,
    `given back ${givenBack.provider.count} · ${money(givenBack.provider.cents)}, in the books ${givenBack.books.count} · ${money(givenBack.books.cents)}`,
  ].join('   ')

/** The last seven days where none is named. */
const daysAsked = ([first, last]: string[]) => {
  const today = systemClock.now().toZonedDateTimeISO(cityTimeZone).toPlainDate()
  const from = first ? Temporal.PlainDate.from(first) : today.subtract({ days: 6 })
  return [from, last ? Temporal.PlainDate.from(last) : first ? from : today] as const
}

const asked = daysAsked(process.argv.slice(2))
const config = readConfig(process.env)
const { connectionString, close } = await openCommandDatabase(config)
const db = openDatabase({ connectionString, poolSize: 2 })
const { provider } = createCardProvider({ db, clock: systemClock, config })
const days = await reconcile({ db: db.pool, provider }, ...asked)
for (const day of days) {
  console.log(line(day))
  for (const { what, id, state, providerCents, booksCents } of day.differences)
    console.log(
      `         ${what}: ${id}${state ? ` (${state})` : ''}, provider ${money(providerCents)}, books ${money(booksCents)}`,
    )
}
await db.close()
await close()
process.exitCode = days.some(({ differences }) => differences.length > 0) ? 1 : 0
