// Deliberately broken builds that the checker must detect: a copy of the server in a temporary folder, with one line changed.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Break = { file: string; from: string; to: string }

export const breaks = {
  /** stores answers under another key, so a retry is done again */
  forgetsKeys: {
    file: 'server/db/routines/idempotency_claim.sql',
    from: 'values (p_caller_id, p_key, p_call, p_hash, p_answer, p_at) on conflict do nothing;\n  if found',
    to: 'values (p_caller_id, gen_random_uuid()::text, p_call, p_hash, p_answer, p_at) on conflict do nothing;\n  if found',
  },
  /** reads a balance and writes it later without a lock */
  readsThenWrites: {
    file: 'server/db/routines/ledger_post.sql',
    from: 'update wallet set balance_cents = balance_cents + v_change\n    where driver_id = p_driver_id and balance_cents + v_change >= 0',
    to: 'select balance_cents into v_balance from wallet where driver_id = p_driver_id;\n  perform pg_sleep(0.005);\n  update wallet set balance_cents = v_balance + v_change\n    where driver_id = p_driver_id and v_balance + v_change >= 0',
  },
  /** answers before the commit is on disk */
  answersTooSoon: {
    file: 'server/src/platform/postgres.ts',
    from: "synchronous_commit: durable ? 'on' : 'off'",
    to: "wal_writer_delay: '10s', synchronous_commit: 'off'",
  },
  /** answers paid calls before their transaction's commit is confirmed */
  answersBeforeCommit: {
    file: 'server/src/platform/db.ts',
    from: "const { command } = await spannedStatement('commit', () => run(client, 'commit'))",
    to: "const commit = client.query('commit')\n        const { command } = isOnMoneyConnections() ? (commit.catch(() => {}), { command: 'COMMIT' }) : await commit",
  },
  /** uses connections to a standby, and to a primary that was replaced */
  trustsAnyDatabase: {
    file: 'server/src/platform/primary.ts',
    from: 'const require = async (client: pg.ClientBase): Promise<void> => {',
    to: 'const require = async (client: pg.ClientBase): Promise<void> => {\n    return',
  },
  /** accepts a token without the cookie that it is bound to */
  forgetsCookies: {
    file: 'server/src/platform/auth.ts',
    from: 'return holder && isBoundHere(request, holder.cookieHash) ? holder : null',
    to: 'return holder',
  },
  /** counts no free cancels */
  cancelsFreely: {
    file: 'server/src/parking/sessions/store.ts',
    from: 'const freeCancelLimits =',
    to: `const freeCancelLimits = "interval '60 seconds', 1000, 1000"\nexport const usualLimits =`,
  },
} satisfies Record<string, Break>
export type BreakName = keyof typeof breaks

/** The entry file of the broken server, and how to remove it. Throws if the line to change is missing. */
export const breakBuild = (name: BreakName): { program: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'parkit-broken-'))
  cpSync(join(root, 'server'), join(folder, 'server'), { recursive: true })
  for (const shared of ['node_modules', 'web', 'build']) symlinkSync(join(root, shared), join(folder, shared))
  const { file, from, to } = breaks[name]
  const path = join(folder, file)
  const whole = readFileSync(path, 'utf8')
  if (!whole.includes(from)) throw new Error(`${file} does not contain this line: ${from}`)
  writeFileSync(
    path,
    whole.replace(from, () => to),
  )
  return {
    program: join(folder, 'server/src/app/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
