// The source itself: no SQL from values, no code from text, no weak randomness, no secrets, no unbounded expressions.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => file && existsSync(join(root, file)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const isTest = (file: string) => /\.test\.tsx?$|testing(-setup)?\.ts$/.test(file)
const code = files.filter(file => /^(server|contract|web)\/.*\.(ts|tsx)$/.test(file) && !isTest(file))
const found = (what: RegExp, among = code) =>
  among.flatMap(file => [...read(file).matchAll(what)].map(([text]) => `${file}: ${text.slice(0, 300)}`))

test('27: no code is generated from text', () => {
  expect(found(/\beval\(|new Function\(|setTimeout\(\s*['"`]|\bvm\.|child_process.*exec\(/g)).toEqual([])
})

test('28: no HTML is generated from text', () => {
  const dangers =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\bsrcdoc\b|DOMParser/g
  expect(
    found(
      dangers,
      code.filter(file => file.startsWith('web/')),
    ),
  ).toEqual([])
  // a link to another site learns nothing of this one
  const links = found(/<a\b[^>]*target="_blank"[^>]*>/g)
  expect(links.filter(link => !/rel="[^"]*(noopener|noreferrer)/.test(link))).toEqual([])
})

test('1: secrets use the system’s random source: Math.random only spreads waits', () => {
  const uses = found(/.*Math\.random\(\).*/g)
  expect(uses.filter(use => !/pause|wait|delay/i.test(use))).toEqual([])
})

describe('26: SQL contains no interpolated value', () => {
  /** What may stand inside an SQL text: other SQL of the file, by a name in capitals or one of these. */
  const pasted = /(?:query|sql)[^`(]*\([^`;]{0,80}`[^`]*\$\{([^}]+)\}[^`]*`/g
  const stores = code.filter(file => file.startsWith('server/') && /store(\.\w+)?\.ts$|platform\//.test(file))

  test('except names and fragments of the same file', () => {
    const suspects = stores.flatMap(file => {
      const text = read(file)
      return [...text.matchAll(pasted)].flatMap(([whole]) =>
        [...whole.matchAll(/\$\{([^}]+)\}/g)].flatMap(([, inner]) => {
          const name = inner!.trim()
          // a piece of SQL that this file or another declares, or a quoted identifier
          const isPiece =
            /^[a-zA-Z_]\w*(\(|\.|$)/.test(name) && !/\b(request|body|query|params|input|given|typed)\b/i.test(name)
          // a parameter's number, one of two texts, the columns of a table
          const isFixed = /^\d+ \+ \w+$|^\w+ \? '[^']*' : '[^']*'$|^columns\b/.test(name)
          return isPiece || isFixed ? [] : [`${file}: ${name}`]
        }),
      )
    })
    expect(suspects).toEqual([])
  })

  test('and is never concatenated with +', () => {
    expect(found(/query\(\s*['"`][^'"`]*['"`]\s*\+/g, stores)).toEqual([])
  })
})

test('27: every regular expression runs in bounded time', () => {
  const expressions = code.flatMap(file =>
    [
      ...read(file).matchAll(
        /(?<![\w)\]/*:])\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=[\s.,;)\]}:?]|$)/gm,
      ),
    ].flatMap(([, source, flags]) => {
      try {
        return [{ file, expression: new RegExp(source!, flags) }]
      } catch {
        return []
      }
    }),
  )
  expect(expressions.length).toBeGreaterThan(60)
  const hard = [' ', 'a', '1', '-', '.', '@', 'a.', 'a@', ' a', '1 ', '+1', '\t', 'ab-', '(', '%'].flatMap(part => [
    `${part.repeat(4_000)}!`,
    `x${part.repeat(4_000)}\u0000`,
  ])
  const slow = expressions.filter(({ expression }) => {
    const began = process.cpuUsage()
    for (const text of hard) {
      expression.lastIndex = 0
      expression.test(text)
    }
    const { user } = process.cpuUsage(began)
    // a quadratic one takes some ms for each; one that explodes takes minutes
    return user > 4_000_000
  })
  expect(slow.map(({ file, expression }) => `${file}: ${expression}`)).toEqual([])
})

test('54: no secret is in the repository or in the built app', () => {
  const secrets =
    /\b(sk|rk)_live_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}|-----BEGIN [A-Z ]*PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|\bSK[0-9a-f]{32}\b|\bghp_[A-Za-z0-9]{36}|\bxox[abp]-[A-Za-z0-9-]{10,}|:\/\/[^/\s:@'"`$]+:[^/\s:@'"`$]{6,}@(?!127\.|localhost|[\w.]*example)/g
  const texts = files.filter(file => /\.(ts|tsx|js|json|md|sql|css|html|yml|sh|txt|webmanifest)$/.test(file))
  expect(
    found(
      secrets,
      texts.filter(file => !isTest(file) && file !== 'package-lock.json'),
    ),
  ).toEqual([])
  const dist = join(root, 'web/dist/assets')
  if (!existsSync(dist)) return
  const sent = execFileSync('find', [dist, '-name', '*.js'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  expect(sent.length).toBeGreaterThan(3)
  for (const file of sent) {
    const text = readFileSync(file, 'utf8')
    expect(
      text.match(/\b(sk|rk|pk)_(live|test)_\w+|whsec_\w+|node_modules\/|sourceMappingURL/)?.[0],
      file,
    ).toBeUndefined()
  }
})

test('55: every package is pinned by version and hash, and only named packages run install scripts', () => {
  type Lock = {
    packages: Record<string, { version?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }>
  }
  const lock = JSON.parse(read('package-lock.json')) as Lock
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(packages.length).toBeGreaterThan(300)
  expect(packages.filter(([, one]) => !one.integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  for (const file of files.filter(name => /(^|\/)package\.json$/.test(name))) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file)) as Record<string, Record<string, string>>
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      if (!name.startsWith('@parkit/'))
        expect([file, name, version]).toEqual([file, name, expect.stringMatching(/^\d+\.\d+\.\d+[\w.-]*$/)])
  }
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  expect(Object.keys(allowScripts).length).toBeLessThanOrEqual(3)
})
