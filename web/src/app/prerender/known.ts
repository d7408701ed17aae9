// What this device keeps of the driver, said in the first picture before it is painted: the picture was drawn for anybody.
import { moneyText } from '@parkit/contract/platform/money'
import { findWantedReceipt } from '#parking/sessions/session-queries.ts'
import { addressLines } from '#parking/sessions/session-text.ts'
import { readCache } from '#platform/local-cache.ts'

export function sayKnown(picture: HTMLElement): void {
  const place = (selector: string) => picture.querySelector<HTMLElement>(selector)
  const say = (name: string, text: string) => {
    const known = place(`[data-known=${name}]`)
    if (known) known.textContent = text
  }
  if (readCache('located')) place('.find__line')?.remove()
  const cardsPx = readCache<number>('cardsPx')
  if (cardsPx) place('.saved__wait')?.style.setProperty('height', `${cardsPx}px`, 'important')
  const balance = readCache<{ Balance: number }>('balance')?.Balance
  if (balance !== undefined) say('balance', moneyText(balance))
  // many of them are kept
  const receipt = place('.receipt') && findWantedReceipt(new URLSearchParams(location.search).get('session'))
  if (!receipt) return
  const [street = '', city = ''] = addressLines(receipt.Address)
  say('name', receipt.Name)
  say('street', street)
  say('city', city)
  say('paid', moneyText(receipt.AmountPaid))
  say('session', receipt.SessionId)
}
