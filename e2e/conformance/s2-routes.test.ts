// §2 of the specification: the route table, in the running app.
import { expect } from 'vitest'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { nobody, driver } = openVisitors(3000)

const built = ['web/src/routes.tsx']

statement('§2 Routes: the root path redirects to /parkit3', { built }, async () => {
  const { page } = await nobody()
  await page.goto('/')
  await page.waitForURL('**/parkit3')
  expect(new URL(page.url()).pathname).toBe('/parkit3')
})

statement('§2 Routes: a signed-in driver reaches /account', { built }, async () => {
  const { page } = await driver()
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Account' }).waitFor()
})
