// The house rules as a test: who may import whom, how files begin, what is banned and what to use instead.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { calls } from '@parkit/contract/calls'
import { expect, test } from 'vitest'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(file => file && existsSync(file))
const code = files.filter(file => /\.(ts|tsx)$/.test(file))
const text = new Map(
  files.filter(file => /\.(ts|tsx|css|sql|md|json|html)$/.test(file)).map(file => [file, readFileSync(file, 'utf8')]),
)
const read = (file: string) => text.get(file) ?? ''
const isTest = (file: string) => /\.test\.tsx?$|testing\.ts$/.test(file)

/** The files that break a rule, as `file: what`. */
const broken = (rule: (file: string) => string | false | undefined, among = code) =>
  among.flatMap(file => {
    const what = rule(file)
    return what ? [`${file}: ${what}`] : []
  })

/** What a file imports, as paths from the root; packages by name. */
const imports = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, from]) => {
    if (from!.startsWith('#')) return `${file.split('/')[0]}/src/${from!.slice(1)}`
    if (from!.startsWith('@parkit/contract/')) return `contract/src/${from!.slice(17)}.ts`
    return from!.startsWith('.') ? normalize(join(dirname(file), from!)) : from!
  })

test('every file says its one subject in its first line', () => {
  const begins = (file: string) => {
    const first = read(file).split('\n')[0] ?? ''
    const comment = file.endsWith('.sql')
      ? /^-- \S.*[.;:]/
      : file.endsWith('.css')
        ? /^\/\* \S.*[.;:]/
        : /^(\/\/|\/\*\*?) \S.*[.:?!]/
    return !comment.test(first) && `begins with “${first.slice(0, 60)}”`
  }
  expect(
    broken(
      begins,
      files.filter(file => /\.(ts|tsx|sql|css)$/.test(file)),
    ),
  ).toEqual([])
})

test('no file is much longer than 300 lines', () => {
  const tooLong = (file: string) => {
    const lines = read(file).split('\n').length
    return lines > 350 && `${lines} lines`
  }
  expect(
    broken(
      tooLong,
      files.filter(file => /\.(ts|tsx|sql|css)$/.test(file)),
    ),
  ).toEqual([])
})

test('nothing is left over', () => {
  const leftover = /\b(TODO|FIXME|XXX)\b|coming soon|lorem ipsum|\.only\(|\.skip\(|@ts-ignore|\bas any\b/i
  expect(broken(file => file !== 'tidy.test.ts' && leftover.exec(read(file))?.[0])).toEqual([])
})

test('imports run web → contract ← server', () => {
  const room = (path: string) => /^(web|contract|server)\//.exec(path)?.[1]
  const allowed: Record<string, string[]> = {
    web: ['web', 'contract'],
    contract: ['contract'],
    server: ['server', 'contract'],
  }
  const crossing = (file: string) => {
    const from = room(file)
    return from && imports(file).find(to => room(to) && !allowed[from]!.includes(room(to)!))
  }
  expect(broken(crossing)).toEqual([])
})

test('the contract imports only zod and itself', () => {
  const foreign = (file: string) => imports(file).find(to => !to.startsWith('contract/') && !to.startsWith('zod'))
  expect(
    broken(
      foreign,
      code.filter(file => file.startsWith('contract/') && !isTest(file)),
    ),
  ).toEqual([])
})

/** The outside of the house: they build it, run it or look at it. */
const builders = /^server\/src\/(app|main|testing)\.ts$/

test('on the server a feature is entered by the file that bears its name', () => {
  const front = (file: string) => {
    const [, mine] = /^server\/src\/([^/]+)\//.exec(file) ?? []
    return imports(file).find(to => {
      const [, theirs, inner] = /^server\/src\/([^/]+)\/(.+)$/.exec(to) ?? []
      if (!theirs || theirs === mine || theirs === 'platform') return false
      if (theirs === 'cards' && inner === 'provider.ts' && mine === 'sandbox') return false
      return inner !== `${theirs}.ts` && inner !== 'chicago/chicago.ts'
    })
  }
  expect(
    broken(
      front,
      code.filter(file => file.startsWith('server/src/') && !builders.test(file) && !isTest(file)),
    ),
  ).toEqual([])
})

test('on the server the platform knows no feature, and the ledger knows the platform alone', () => {
  const upward = (file: string) => {
    const within = file.startsWith('server/src/platform/')
      ? /^server\/src\/platform\//
      : /^server\/src\/(platform|ledger)\//
    return imports(file).find(
      to => to.startsWith('server/src/') && !within.test(to) && to !== 'server/src/platform/config.ts',
    )
  }
  const lower = code.filter(
    file => /^server\/src\/(platform|ledger)\//.test(file) && !isTest(file) && !/command\.ts$/.test(file),
  )
  expect(broken(upward, lower)).toEqual([])
})

test('no folder hides what it holds', () => {
  const vague = /(^|\/)(utils?|helpers?|common|types|services|controllers|hooks|misc)(\/|$)/
  expect(broken(file => vague.exec(dirname(file))?.[2], files)).toEqual([])
})

const bans: [what: RegExp, instead: string, where: (file: string) => boolean][] = [
  [
    /\bDate\.now\(\)|\bnew Date\(\)|Temporal\.Now\b/,
    'the clock',
    file => /^(server|web)\//.test(file) && !/platform\/clock\.ts$/.test(file),
  ],
  [/\bparseFloat\(/, 'money.ts', () => true],
  [/fetch\(\s*[`']\/api/, 'platform/client', file => file.startsWith('web/')],
  [
    /\bdocument\.|\bwindow\./,
    'nothing: that is the browser',
    file => /^(server|contract)\//.test(file) && !isTest(file),
  ],
  [
    /\.query[<(]/,
    '`sql` of platform/db.ts, which names and traces the statement',
    // these run as the owner, on a connection of their own
    file => /^server\/src\/(?!platform\/(db|migrate|schema|backup|restore|copy-stream|listener)\.ts)/.test(file),
  ],
  [/from 'node:/, 'nothing: that is the server', file => /^(web\/src|contract)\//.test(file) && !isTest(file)],
]

test('what is banned has a better way', () => {
  const banned = (file: string) =>
    bans
      .find(([what, , where]) => where(file) && what.test(withoutComments(read(file))))
      ?.slice(0, 2)
      .join(' → ')
  expect(
    broken(
      banned,
      code.filter(file => !isTest(file) && file !== 'tidy.test.ts'),
    ),
  ).toEqual([])
})

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

test('SQL stands in store.ts, the platform and the migrations', () => {
  const sql = /[`'"]\s*(select|insert into|update|delete from|with)\s[\s\S]*?\b(from|into|set|values|as)\b/i
  const elsewhere = code.filter(
    file =>
      file.startsWith('server/src/') &&
      !/store(\.\w+)?\.ts$|-store\.ts$/.test(file) &&
      !file.includes('/platform/') &&
      !isTest(file) &&
      !/app\.ts$/.test(file),
  )
  expect(broken(file => sql.exec(withoutComments(read(file)))?.[0].slice(0, 60), elsewhere)).toEqual([])
})

test('colours come from the tokens', () => {
  const colour = /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i
  const sheets = files.filter(
    file => file.startsWith('web/src/') && file.endsWith('.css') && !file.endsWith('tokens.css'),
  )
  expect(broken(file => colour.exec(withoutComments(read(file)))?.[0], sheets)).toEqual([])
})

test('texts stand in the word files', () => {
  // words between tags, or in an attribute that is read out
  const spoken = />\s*[A-Z][a-z]+ [a-z]+[^<>{}=;]*<|\b(aria-label|placeholder|title|alt)="(?!ParkIt")[A-Za-z]{3,}/
  const screens = code.filter(file => file.startsWith('web/src/') && file.endsWith('.tsx'))
  expect(broken(file => spoken.exec(withoutComments(read(file)))?.[0], screens)).toEqual([])
})

test('every call of the contract is mounted', () => {
  const mounted = code
    .filter(file => /server\/src\/.*routes\.ts$/.test(file))
    .map(read)
    .join('\n')
  const missing = Object.keys(calls).filter(
    name => !new RegExp(`mount\\(\\s*(\\w+\\.)?${name.split('.')[1]}\\b`).test(mounted),
  )
  expect(missing).toEqual([])
})

test('no file of calls loads a schema: the browser loads calls, forms load schemas', () => {
  const loads = /^(?:import|export(?= [*{])) (?!type\b)[^';]*'(zod\/mini|.*-schemas\.ts|.*\/fields\.ts)'/m
  const callFiles = code.filter(file => /\bcall<typeof schemas\./.test(read(file)))
  expect(callFiles.length).toBeGreaterThan(20)
  expect(broken(file => loads.exec(read(file))?.[1], callFiles)).toEqual([])
})

test('every README command exists', () => {
  const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>
  const named = [...read('README.md').matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, name]) => name!)
  expect(named.filter(name => !scripts[name] && !['ci', 'install', 'i'].includes(name))).toEqual([])
})

test('the lock file names no host', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": *"https?:/)
})

test('every page of the docs has one heading of the first rank', () => {
  const pages = files.filter(file => file.endsWith('.md'))
  const ranks = (file: string) => {
    const count =
      read(file)
        .replace(/```[\s\S]*?```/g, '')
        .match(/^# /gm)?.length ?? 0
    return count !== 1 && `${count} headings`
  }
  expect(broken(ranks, pages)).toEqual([])
})
