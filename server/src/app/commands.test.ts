// Commands end in one sentence that a person understands, not in a stack trace.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'parkit-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))
const taken = join(folder, 'taken.gz')
writeFileSync(taken, 'no backup')

const { connectionString } = inject('postgres')
const nowhere = 'postgresql://127.0.0.1:1/parkit'

test.each([
  ['app/backup-command.ts', [join(folder, 'new.gz')], nowhere, 'The database cannot be reached:'],
  ['app/backup-command.ts', [taken], connectionString, 'taken.gz exists. Name another file'],
  ['app/backup-command.ts', [], connectionString, 'Usage: npm run backup FILE'],
  ['app/restore-command.ts', [taken], connectionString, 'This file is not a backup of ParkIt.'],
  ['app/restore-command.ts', [join(folder, 'none.gz')], connectionString, 'There is no file'],
  ['app/archive-command.ts', ['9'], connectionString, 'Usage: npm run archive -- YEARS, 10 at least'],
  ['app/reconcile-command.ts', ['yesterday'], connectionString, 'FIRST and LAST are dates such as 2026-11-01'],
  ['money/ledger/books-command.ts', [], nowhere, 'The database cannot be reached:'],
  ['staff/desk/invite.ts', ['lead@parkit.example'], nowhere, 'The database cannot be reached:'],
  [
    'staff/console/invite.ts',
    ['chicago', 'ana@parkit.example', '--roles', 'rates'],
    nowhere,
    'The database cannot be reached:',
  ],
  ['staff/console/proposals-command.ts', ['chicago'], nowhere, 'The database cannot be reached:'],
  ['city/operators/invite.ts', ['Loop Garages'], nowhere, 'The database cannot be reached:'],
  ['city/overrides/close-command.ts', ['chicago'], nowhere, 'The database cannot be reached:'],
  ['city/team/terms-command.ts', ['chicago'], nowhere, 'The database cannot be reached:'],
  ['city/signs/print.ts', [join(folder, 'signs')], nowhere, 'The database cannot be reached:'],
])('%s %j says what is wrong', (command, options, DATABASE_URL, sentence) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '..', command), ...options],
    { env: { ...process.env, DATABASE_URL }, encoding: 'utf8' },
  )
  expect(stderr.split('\n')).toEqual([expect.stringContaining(sentence), ''])
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
})
