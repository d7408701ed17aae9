// The rules of the layout as a test: which area may import which, how files begin, what is banned and what to use instead.
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

test('every file starts with a comment on its one subject', () => {
  const begins = (file: string) => {
    const first = read(file).split('\n')[0] ?? ''
    const comment = file.endsWith('.sql')
      ? /^-- \S.*/
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

test('no file is longer than 350 lines', () => {
  const tooLong = (file: string) => {
    const lines = read(file).split('\n').length
    return lines > 350 && `${lines} lines`
  }
  expect(
    broken(
      tooLong,
      // the schema is generated as one file
      files.filter(file => /\.(ts|tsx|sql|css)$/.test(file) && file !== 'server/db/schema.sql'),
    ),
  ).toEqual([])
})

test('no leftovers: TODO, .only, .skip or ignored types', () => {
  const leftover = /\b(TODO|FIXME|XXX)\b|[Cc]oming soon|[Ll]orem ipsum|\.only\(|\.skip\(|@ts-ignore|\bas any\b/
  expect(broken(file => file !== 'tidy.test.ts' && leftover.exec(read(file))?.[0])).toEqual([])
})

test('imports run web → contract ← server', () => {
  const packageOf = (path: string) => /^(web|contract|server)\//.exec(path)?.[1]
  const allowed: Record<string, string[]> = {
    web: ['web', 'contract'],
    contract: ['contract'],
    server: ['server', 'contract'],
  }
  const crossing = (file: string) => {
    const from = packageOf(file)
    return from && imports(file).find(to => packageOf(to) && !allowed[from]!.includes(packageOf(to)!))
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

/** The areas of each package, the highest first: an area imports itself and those after it. */
const areas: Record<string, string[]> = {
  server: 'app sandbox staff support parking driver city money messaging platform'.split(' '),
  web: 'app staff support parking driver city money messaging ui platform'.split(' '),
}
const placeOf = (path: string) => {
  const [, layer, area, inner] = /^(server|web)\/src\/([^/]+)\/(.+)$/.exec(path) ?? []
  return layer && area && inner ? { layer, area, folder: dirname(path), name: inner.split('/').at(-1)! } : null
}
const sources = code.filter(file => placeOf(file) && !isTest(file))

/** `known`: places that still break a rule. The list only shrinks. */
const expectOnly = (found: string[], known: string[]) =>
  expect(found.filter(violation => !known.includes(violation))).toEqual([])

test('areas import downward', () => {
  const unknown = (file: string) => {
    const { layer, area } = placeOf(file)!
    return !areas[layer]!.includes(area) && `no area ${area}`
  }
  expect(broken(unknown, sources)).toEqual([])
  const upward = sources.flatMap(file => {
    const { layer, area } = placeOf(file)!
    const order = areas[layer]!
    return imports(file)
      .filter(to => placeOf(to)?.layer === layer && order.indexOf(placeOf(to)!.area) < order.indexOf(area))
      .map(to => `${file}: ${to}`)
  })
  expectOnly(upward, ['server/src/money/refunds/refunds.ts: server/src/parking/sessions/sessions.ts'])
})

test('only app imports the sandbox', () => {
  const borrowed = (file: string) =>
    !/^server\/src\/(app|sandbox)\//.test(file) && imports(file).find(to => to.startsWith('server/src/sandbox/'))
  expect(broken(borrowed, sources)).toEqual([])
})

/** The feature of a web file: `web/src/money/wallet` for its files at any depth, `web/src/ui` for those of an area without. */
const webFeature = (path: string) => path.split('/').slice(0, -1).slice(0, 4).join('/')

const isStore = (file: string) => /(^|[/-])store\.ts$/.test(file)

test('a feature is imported by the file that bears its name', () => {
  /** Areas without features, entered by any of their files. */
  const flat = /^(server\/src\/(platform|sandbox)|web\/src\/(app|ui|platform))$/
  const around = sources.flatMap(file =>
    imports(file)
      .filter(to => {
        const [from, target] = [placeOf(file)!, placeOf(to)]
        if (target?.layer !== from.layer || flat.test(target.folder) || target.folder === from.folder) return false
        // a part of the importing feature
        if (target.folder.startsWith(`${from.folder}/`)) return false
        if (target.layer === 'web') {
          if (webFeature(file) === webFeature(to)) return false
          if (/^web\/src\/app\/(routes|screens|first-view)\./.test(file) && target.name.endsWith('Screen.tsx'))
            return false
        }
        // app mounts the routes of every feature
        if (from.area === 'app' && /^(\w+-)?routes\.ts$/.test(target.name)) return false
        // the SQL of an area shares columns and locks
        if (from.area === target.area && isStore(file) && isStore(to)) return false
        return target.name.replace(/\.tsx?$/, '') !== target.folder.split('/').at(-1)
      })
      .map(to => `${file}: ${to}`),
  )
  expectOnly(around, [
    'server/src/parking/quotes/quotes.ts: server/src/parking/sessions/session.ts',
    'server/src/parking/sessions/sessions.ts: server/src/parking/quotes/stay.ts',
  ])
})

/** The groups of files that import each other in a circle: Tarjan's strongly connected components. */
const circlesOf = (graph: Map<string, string[]>): string[][] => {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    for (const to of graph.get(file) ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1 || graph.get(file)?.includes(file)) circles.push(circle.toSorted())
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return circles
}

test('no files import each other in a circle', () => {
  // a file of calls imports only the types of its schemas, as the test of calls holds
  const isOwnSchemas = (file: string, to: string) => to === file.replace(/\.ts$/, '-schemas.ts')
  const graph = new Map(
    code
      .filter(file => !/\.test\.tsx?$/.test(file))
      .map(file => [file, imports(file).filter(to => text.has(to) && !isOwnSchemas(file, to))]),
  )
  expect(circlesOf(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'], d: ['a'] })))).toEqual([['b', 'c']])
  expect(circlesOf(graph)).toEqual([])
})

test('features of a package import each other without a circle', () => {
  const feature = (path: string) => /^(server|web)\/src\/\w+\/[\w-]+(?=\/)/.exec(path)?.[0]
  const within = sources.filter(feature)
  const byFeature = Map.groupBy(within, file => feature(file)!)
  const graph = [...byFeature].map(([from, inside]): [string, string[]] => [
    from,
    inside
      .flatMap(imports)
      .flatMap(to => feature(to) ?? [])
      .filter(to => to !== from),
  ])
  expect(graph.length).toBeGreaterThan(50)
  const circles = circlesOf(new Map(graph)).map(circle => circle.join(' '))
  expectOnly(circles, ['web/src/driver/account web/src/driver/options'])
})

test('no file name is a gerund', () => {
  const gerund = /(^|\/)[a-z-]*ing\.tsx?$/
  const nouns = /(^|[/-])(parking|pricing|billing|routing|logging|tracing|setting|onboarding|testing|string)\.tsx?$/
  const known = `greeting`.split(/\s+/)
  const acting = code.filter(file => gerund.test(file) && !nouns.test(file))
  expectOnly(
    acting.map(file => file.replace(/^web\/src\/(.+\/)?(\w+)\.tsx?$/, '$2')),
    known,
  )
})

test('no folder has a catch-all name', () => {
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
    // these run as the owner, on a connection of their own, or before one is handed out
    f => /^server\/src\/(?!platform\/(db|cancellation|migrate|schema|backup|restore|copy-\w+|sql|primary)\.)/.test(f),
  ],
  [/from 'node:/, 'nothing: that is the server', file => /^(web\/src|contract)\//.test(file) && !isTest(file)],
]

test('banned constructs have a better alternative', () => {
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

test('SQL is only in store.ts files, the platform and the migrations', () => {
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

test('colors come from the tokens', () => {
  const colour = /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i
  const sheets = files.filter(
    file => file.startsWith('web/src/') && file.endsWith('.css') && !file.endsWith('tokens.css'),
  )
  expect(broken(file => colour.exec(withoutComments(read(file)))?.[0], sheets)).toEqual([])
})

test('texts are in the word files', () => {
  // words between tags, or in an attribute that is read out
  const spoken = />\s*[A-Z][a-z]+ [a-z]+[^<>{}=;]*<|\b(aria-label|placeholder|title|alt)="(?!ParkIt")[A-Za-z]{3,}/
  const screens = code.filter(file => file.startsWith('web/src/') && file.endsWith('.tsx'))
  expect(broken(file => spoken.exec(withoutComments(read(file)))?.[0], screens)).toEqual([])
})

test('texts are looked up by the file of their Hindi words', () => {
  const lookups = code.flatMap(file =>
    [...withoutComments(read(file)).matchAll(/\b(?:useWords|wordsNow)\('([^']+)'/g)].map(([, words]) => ({
      file,
      words: words!,
    })),
  )
  const wrong = lookups.filter(({ file, words }) => {
    const english = imports(file).filter(from => from.endsWith('.en.ts'))
    return (english[0] && !english.includes(`web/src/${words}.en.ts`)) || !files.includes(`web/src/${words}.hi.ts`)
  })
  expect([lookups.length > 30, wrong]).toEqual([true, []])
})

test('every call of the contract is mounted', () => {
  const mounted = code
    .filter(file => /server\/src\/.*routes\.ts$/.test(file))
    .map(read)
    .join('\n')
  const missing = Object.keys(calls).filter(
    name => !new RegExp(`(mount|registrarOf\\(\\w+\\))\\(\\s*(\\w+\\.)?${name.split('.')[1]}\\b`).test(mounted),
  )
  expect(missing).toEqual([])
})

test('files of calls load no schema: the browser loads calls, forms load schemas', () => {
  const loads = /^(?:import|export(?= [*{])) (?!type\b)[^';]*'(zod\/mini|.*-schemas\.ts|.*\/fields\.ts)'/m
  const callFiles = code.filter(file => /\bcall<typeof schemas\./.test(read(file)))
  expect(callFiles.length).toBeGreaterThan(20)
  expect(broken(file => loads.exec(read(file))?.[1], callFiles)).toEqual([])
})

test('every command in the README exists', () => {
  const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>
  const named = [...read('README.md').matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, name]) => name!)
  expect(named.filter(name => !scripts[name] && !['ci', 'install', 'i'].includes(name))).toEqual([])
})

test('the lock file names no host', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": *"https?:/)
})

test('every page of the docs has one top-level heading', () => {
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
