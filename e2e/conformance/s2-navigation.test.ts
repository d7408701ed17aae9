// §2 of the specification: the bottom navigation, a part that does not load, and the router's error view.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect } from 'vitest'
import { ErrorView } from '../../web/src/app/frame/ErrorView.tsx'
import { en as shell } from '../../web/src/app/frame/words.en.ts'
import { desktop } from '../browser.ts'
import { expectAt, expectHeading, follow, go } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { driver, guest, newDriver } = openVisitors()

const built = ['web/src/app/frame/ParkItFrame.tsx', 'web/src/app/frame/BottomBar.tsx']

for (const [label, path] of [
  ['Home', '/homepage'],
  ['Past Parkings', '/pastpark'],
  ['Find Parking', '/findparking'],
  ['Support', '/supportpage'],
  ['Account', '/account'],
] as const)
  statement(`§2 Bottom navigation: ${label} leads to ${path}`, { built }, async () => {
    const { page } = await driver()
    await go(page, path === '/homepage' ? '/profile' : '/homepage')
    const bar = page.getByRole('navigation', { name: shell.navigation })
    await bar.getByRole('link', { name: label, exact: true }).click()
    await expectAt(page, path)
    await expect.poll(() => bar.locator('[aria-current=page]').allTextContents()).toEqual([label])
  })

statement('§2 Bottom navigation: Past Parkings navigates only when no guest flag is stored', { built }, async () => {
  const { page } = await guest()
  await go(page, '/homepage')
  await follow(page, shell.pastParkings)
  await page.getByRole('status').getByText(shell.guestPast).waitFor()
  await expectAt(page, '/homepage')
})

statement('§2 Bottom navigation: the map view and the lists below an item keep it marked', { built }, async () => {
  const { page } = await driver()
  const marked = page.getByRole('navigation', { name: shell.navigation }).locator('[aria-current=page]')
  for (const [path, label] of [
    ['/mappage', 'Past Parkings'],
    ['/findParkingMap', 'Find Parking'],
    ['/findparkingmap', 'Find Parking'],
    ['/profile', 'Account'],
    ['/chatsupport', 'Support'],
  ] as const) {
    await go(page, path)
    await expect.poll(() => marked.allTextContents()).toEqual([label])
  }
})

statement(
  '§2 Bottom navigation: on a desktop the same items stand in a rail',
  { built: ['web/src/app/frame/bottom-bar.css'] },
  async () => {
    const { page, context } = await newDriver(0, { size: desktop })
    await go(page, '/myvehicles')
    await expectHeading(page, 'My Vehicles')
    const rail = await page.getByRole('navigation', { name: shell.navigation }).boundingBox()
    expect(rail!.x).toBe(0)
    expect(rail!.height).toBeGreaterThan(rail!.width)
    await context.close()
  },
)

statement(
  '§2 Routes: the router’s error view shows “Unexpected Application Error!” with status text and message',
  { built: ['web/src/app/frame/ErrorView.tsx'] },
  () => {
    const answer = Object.assign(new Error('No such page here.'), { status: 404, statusText: 'Not Found' })
    const shown = renderToStaticMarkup(createElement(ErrorView, { error: answer }))
    expect(shown).toContain('Unexpected Application Error!')
    expect(shown).toContain('404 Not Found')
    expect(shown).toContain('No such page here.')
  },
)

statement(
  '§2 Routes: a code chunk that fails to load is named ChunkLoadError',
  { built: ['web/src/platform/chunk.ts', 'web/src/app/frame/ErrorView.tsx'] },
  () => {
    const failure = Object.assign(new Error('gone'), { name: 'ChunkLoadError' })
    expect(renderToStaticMarkup(createElement(ErrorView, { error: failure }))).toContain('ChunkLoadError: gone')
  },
)
