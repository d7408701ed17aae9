// The running guide is true: settings, commands, metrics, libraries, and the container's files.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/running.md')
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(found => found[1]!))].sort()

const config = read('server/src/platform/config.ts')
const settings = [
  ...new Set([...all(config, /\benv\.([A-Z_]+)/g), ...all(config, /'([A-Z]+(?:_[A-Z]+)+)'[,\]) ]/g)]),
].sort()

test('docs/running.md lists exactly the settings that are read', () => {
  expect(settings).toContain('PORT')
  const rows = page.split('\n').filter(line => /^\| `[A-Z]/.test(line))
  expect([...new Set(rows.flatMap(row => all(row.split('|')[1]!, /`([A-Z_]+)`/g)))].sort()).toEqual(settings)
})

test('the Dockerfile and the compose file set only known settings and copy only existing files', () => {
  // read by the database's own image and programs
  const foreign = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'PGPASSWORD', 'PGOPTIONS']
  const set = [...all(read('compose.yaml'), /^ {6}([A-Z_]+): /gm), ...all(read('Dockerfile'), /\b([A-Z_]+)=\S/g)]
  expect(set.filter(name => !foreign.includes(name) && !settings.includes(name))).toEqual([])
  // build and web/dist are made in the first stage
  const copied = all(read('Dockerfile'), /COPY --from=build \/app\/(\S+)/g).filter(
    path => !/^(build|web\/dist|node_modules)$/.test(path),
  )
  expect(copied.filter(path => !existsSync(join(root, path)))).toEqual([])
  // an image that waits less cuts what it promised to finish
  const grace = Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))![1])
  expect(grace).toBeGreaterThan(25 + Number(/DRAIN_SECONDS: "(\d+)"/.exec(read('compose.yaml'))![1]))
})

test('docs/running.md lists exactly the server’s commands', () => {
  const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>
  const named = all(page, /npm (?:run )?([a-z][\w:-]*)/g)
  expect(named.filter(name => !scripts[name])).toEqual([])
  const ours = Object.keys(scripts).filter(name => scripts[name]!.startsWith('node server/'))
  expect(ours.filter(name => name !== 'prepare' && !named.includes(name))).toEqual([])
})

test('docs/running.md lists exactly the metrics', async () => {
  const parkit = await startTestServer()
  await parkit.app.inject('/healthz')
  const text = (await parkit.app.inject('/metrics')).body
  const there = all(text, /^# TYPE (parkit_\w+)/gm)
  await parkit.stop()
  expect(there.length).toBeGreaterThan(10)
  const parts = /_(bucket|count|sum)$/
  expect([...new Set(all(page, /\b(parkit_[a-z_]+)/g).map(name => name.replace(parts, '')))].sort()).toEqual(
    [...there, 'parkit_app', 'parkit_server'].sort(),
  )
})

/** Node's libraries and names of packages that are loaded by starting `entry`; what only a type needs is not. */
const loadedBy = (entry: string): Set<string> => {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const from of all(
      read(file),
      /^(?:import |(?:import|export)(?! type\b)\s[^'=;()]*\sfrom |await import\()'([^']+)'/gm,
    )) {
      if (from.startsWith('#')) visit(`server/src/${from.slice(1)}`)
      else if (from.startsWith('@parkit/contract/')) visit(`contract/src/${from.slice(17)}.ts`)
      else if (from.startsWith('.')) visit(normalize(join(dirname(file), from)))
      else if (!from.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(from)![0])
    }
  }
  visit(entry)
  return packages
}

test('the server starts with its runtime dependencies only', () => {
  const own = ['server', 'contract'].flatMap(folder =>
    Object.keys(JSON.parse(read(`${folder}/package.json`)).dependencies ?? {}),
  )
  const scripts = Object.values(JSON.parse(read('package.json')).scripts as Record<string, string>)
  const entries = scripts
    .flatMap(script => all(script, /(server\/src\/\S+\.ts)/g))
    // built with, or tested by, the dependencies of development
    .filter(file => !file.includes('/sources/') && !file.endsWith('.test.ts'))
  expect(entries).toContain('server/src/app/main.ts')
  for (const entry of entries) {
    const loaded = loadedBy(entry)
    expect(loaded.size, entry).toBeGreaterThan(0)
    expect([entry, [...loaded].filter(name => !own.includes(name))]).toEqual([entry, []])
  }
})
