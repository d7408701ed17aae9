// Desk staff for tests: invited by the README's command, signed in by its link or by the call.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { acceptInvite } from '@parkit/contract/staff/desk-staff'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { en } from '../web/src/staff/desk/words.en.ts'
import { es } from '../web/src/staff/desk/words.es.ts'
import { hi } from '../web/src/staff/desk/words.hi.ts'
import { require } from './api.ts'

export const staffPassword = 'nine green bays'

const command = join(import.meta.dirname, '../server/src/staff/desk/invite.ts')

/** The address that `npm run desk:invite` prints, to go to. */
export const invite = (email: string): string => {
  const printed = execFileSync(process.execPath, [command, email], {
    env: { ...process.env, DATABASE_URL: inject('databaseUrl'), PUBLIC_URL: inject('address') },
    encoding: 'utf8',
  })
  return /https?:\S+\/desk#\S+/.exec(printed)![0]
}

/** Somebody new at the desk, signed in without a screen. */
export const newStaff = async (Name: string, email = `${Name.toLowerCase()}@parkit.example`): Promise<string> => {
  const body = { Secret: new URL(invite(email)).hash.slice(1), Name, Password: staffPassword }
  return (await require(inject('address'), acceptInvite, { body })).Token
}

const placesOf = { en: en.places, es: es.places, hi: hi.places }

/** Opens the desk with that sign-in, in a tab of this address. */
export const openDesk = async (
  page: Page,
  token: string,
  path = '/desk',
  language: 'en' | 'es' | 'hi' = 'en',
): Promise<void> => {
  await page.goto('/robots.txt')
  await page.evaluate(value => sessionStorage.setItem('desk_token', value), token)
  await page.goto(path)
  await page.getByRole('navigation').waitFor()
  if (language !== 'en')
    await page.getByRole('radio', { name: { es: 'Español', hi: 'हिन्दी' }[language] }).dispatchEvent('click')
  await page.getByRole('navigation', { name: placesOf[language] }).waitFor()
}
