// Counts the taps and typed fields of a journey, for the tables that its tests print.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { tapLimits } from './journeys/tap-limits.ts'

type Row = { taps: number; typed: number; steps: string }
export const table: Record<string, Row> = {}

/** Taps as the browser hears them: each press of a finger or mouse, on whatever. */
export const countTaps = async (page: Page) => {
  let taps = 0
  let typed = 0
  const steps: string[] = []
  await page.exposeBinding('tapped', () => {
    taps++
  })
  await page.addInitScript(() => {
    const { tapped } = window as unknown as { tapped: () => void }
    window.addEventListener('pointerdown', event => event.isTrusted && tapped(), { capture: true })
  })
  return {
    tap: async (what: Locator) => {
      await what.waitFor()
      const name = (await what.getAttribute('aria-label')) ?? (await what.textContent())!
      await what.click()
      steps.push(name.split('\n')[0]!.trim())
    },
    /** Tapped, then typed. */
    type: async (field: Locator, text: string) => {
      await field.click()
      await field.pressSequentially(text)
      typed++
      steps.push(`“${text}”`)
    },
    /** Taps that have been made for what is not counted: the code that fills itself in, the card. */
    without: async (act: () => Promise<void>) => {
      const before = taps
      await act()
      taps = before
    },
    expectLimits: (name: keyof typeof tapLimits) => {
      table[name] = { taps, typed, steps: steps.join(' › ') }
      expect({ taps, typed }, name).toEqual(tapLimits[name])
    },
  }
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
export const lowPhone = { width: 390, height: 664 }
