// docs/licenses.md lists the dependencies and their licenses (`npm run licenses`); a license that is not agreed to fails here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Locked = { version: string; license?: string; dev?: boolean; optional?: boolean; link?: boolean }
const lock = JSON.parse(readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** Packages whose license is in their license file, not in package.json. */
const readByHand: Record<string, string> = {
  '@mapbox/sphericalmercator': 'BSD-3-Clause',
  'png-js': 'MIT',
  zipcodes: 'BSD-3-Clause',
}

/** Allow use, changes, and distribution in a commercial product. */
const permissive = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
]
/** Used unchanged in files of their own, which anybody may replace. */
const unchanged = ['MPL-2.0', 'LGPL-3.0-or-later']
const agreed = new Set([...permissive, ...unchanged])

const packages = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { version, license, dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 13)
    return { name, version, dev: dev === true, license: readByHand[name] ?? license ?? 'none' }
  })

test('55: every package has an allowed license', () => {
  // `A OR B` is our choice, `A AND B` is both
  const isAgreed = (license: string): boolean =>
    license
      .replace(/[()]/g, '')
      .split(' OR ')
      .some(choice => choice.split(' AND ').every(one => agreed.has(one)))
  expect(packages.filter(({ license }) => !isAgreed(license))).toEqual([])
  expect(isAgreed('AGPL-3.0-only') || isAgreed('MIT AND GPL-2.0') || isAgreed('none') || isAgreed('SSPL-1.0')).toBe(
    false,
  )
})

test('docs/licenses.md is up to date', async () => {
  const table = (chosen: typeof packages) => {
    const byLicense = Object.groupBy(chosen, ({ license }) => license)
    return Object.entries(byLicense)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([license, of]) => {
        const names = [...new Set(of!.map(({ name, version }) => `${name} ${version}`))].sort()
        return `### ${license}\n\n${names.join(' · ')}`
      })
      .join('\n\n')
  }
  const text = `# Licenses

ParkIt’s dependencies as pinned by package-lock.json. \`npm run licenses\` writes this page; a test fails for a license that is
not agreed to. Agreed are ${permissive.join(', ')}; and, used unchanged in files of their own, ${unchanged.join(' and ')}.

## Run time

${table(packages.filter(({ dev }) => !dev))}

## Build and test

${table(packages.filter(({ dev }) => dev))}

## Data

The streets and car parks of the demo city are © OpenStreetMap contributors, under the ODbL; makes and models come from NHTSA vPIC,
which is in the public domain.
`
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'docs/licenses.md'))
})
