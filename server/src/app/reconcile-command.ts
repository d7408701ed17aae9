// `npm run reconcile [-- FIRST LAST]`: compares the ledger with the card provider's records and prints each day; exit 1 where they differ.
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { type ReconciledDay, reconcile } from '#money/cards/cards.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { houseTimeZone } from '#platform/house-time.ts'
import { createCardProvider } from './providers.ts'

const money = (cents: number) => moneyText(toDollars(cents))
const line = ({ day, taken, givenBack, differences }: ReconciledDay) =>
  [
    `${differences.length > 0 ? 'DIFFERS' : 'agrees '}  ${day}`,
    `taken ${taken.provider.count} · ${money(taken.provider.cents)}, in the books ${taken.books.count} · ${money(taken.books.cents)}`,
    `given back ${givenBack.provider.count} · ${money(givenBack.provider.cents)}, in the books ${givenBack.books.count} · ${money(givenBack.books.cents)}`,
  ].join('   ')

const dateOf = (text: string): Temporal.PlainDate => {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    throw new Error(`FIRST and LAST are dates such as 2026-11-01, not ${text}.`)
  }
}

/** The last seven days where none is named. */
const daysOf = ([first, last]: string[]) => {
  const today = systemClock.now().toZonedDateTimeISO(houseTimeZone).toPlainDate()
  const from = first ? dateOf(first) : today.subtract({ days: 6 })
  return [from, last ? dateOf(last) : first ? from : today] as const
}

await runCommand(async ({ config, db }) => {
  const { provider } = createCardProvider({ db, clock: systemClock, config })
  const days = await reconcile({ db: db.pool, provider }, ...daysOf(process.argv.slice(2)))
  for (const day of days) {
    console.log(line(day))
    for (const { what, id, state, providerCents, booksCents } of day.differences)
      console.log(
        `         ${what}: ${id}${state ? ` (${state})` : ''}, provider ${money(providerCents)}, books ${money(booksCents)}`,
      )
  }
  process.exitCode = days.some(({ differences }) => differences.length > 0) ? 1 : 0
})
