// What the command prints of an import: its counts, reasons, and rows.
import type { Change, ComparedRow } from './compare.ts'
import type { Imports } from './imports.ts'

type Run = NonNullable<Awaited<ReturnType<Imports['find']>>>

const told = (row: ComparedRow): string => {
  const place = `row ${row.rowNo}, ${row.key}`
  if (row.change === 'refused') return `${place}: ${row.field}: ${row.reason}`
  const why = row.reason === null ? '' : ` (${row.field}: ${row.reason})`
  if (row.change !== 'changed') return `${place}: ${(row.after ?? row.before)?.name ?? ''}${why}`
  const changes = Object.entries(row.after ?? {}).map(
    ([field, after]) =>
      `${field} ${JSON.stringify((row.before as Record<string, unknown>)[field])} → ${JSON.stringify(after)}`,
  )
  return `${place}: ${changes.join('; ')}${why}`
}
const isTold = (row: ComparedRow) => row.change === 'refused' || row.after !== null || row.before !== null

/** Counts, the refused by reason, and the first rows of each change. */
export const showRun = async (imports: Imports, run: Run): Promise<void> => {
  const { read, added, changed, withdrawn, same, refused, unpayable, withdrawnShare } = run.counters
  console.log(`Import ${run.import_id}: ${read} rows read`)
  const isClosures = run.format === 'closures'
  console.log(`  ${added} ${isClosures ? 'closures' : 'places'} added, ${changed} changed, ${same} the same`)
  const share = `${(withdrawnShare * 100).toFixed(1)} % of those there are`
  console.log(`  ${withdrawn} ${isClosures ? 'no longer in the file and canceled' : 'withdrawn'}, ${share}`)
  if (!isClosures) console.log(`  ${unpayable} shown without paying`)
  for (const { field, reason, count } of await imports.warnings(run.import_id))
    console.log(`    ${count} × ${field}: ${reason}`)
  console.log(`  ${refused} rows refused`)
  for (const { field, reason, count } of (await imports.reasons(run.import_id)).slice(0, 20))
    console.log(`    ${count} × ${field}: ${reason}`)
  for (const change of ['changed', 'withdrawn'] as const) {
    const rows = (await imports.rows(run.import_id, [change], null, 200)).filter(isTold).slice(0, 10)
    if (rows.length > 0) console.log(`  ${change}, the first of them:`)
    for (const row of rows) console.log(`    ${told(row)}`)
  }
}

const pageRows = 1_000

/** All rows with one change. */
export const showRows = async (imports: Imports, importId: string, change: string): Promise<void> => {
  const run = await imports.find(importId)
  if (!run) throw new Error(`There is no import ${importId}.`)
  let after: { rowNo: number; nth: number } | null = null
  for (;;) {
    const rows: Awaited<ReturnType<Imports['rows']>> = await imports.rows(importId, [change as Change], after, pageRows)
    for (const row of rows.filter(isTold)) console.log(told(row))
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = last
  }
}
