// The dry run: what an import would add, change, and withdraw, row by row, beside what the city has. Pure.
import { canonicalJson } from '#platform/canonical-json.ts'
import type { Checked, NumberedPlace } from './check.ts'
import type { ReadPlace } from './shape.ts'

/** What is stored of a place; `state` live or withdrawn. */
export type KeptPlace = ReadPlace & { zoneNumber: string; payable: boolean; state: 'live' | 'withdrawn' }
export type Change = 'added' | 'changed' | 'withdrawn' | 'same' | 'refused'

/** One row of the file, or a place that the file no longer has. */
export type ComparedRow = {
  rowNo: number
  key: string
  change: Change
  /** the fields that change, as they are and as they would be; the whole place where it is added or withdrawn */
  before: Partial<KeptPlace> | null
  after: Partial<KeptPlace> | null
  /** why it is refused; of one that is taken, why its place is not payable */
  field: string | null
  reason: string | null
}

export type Compared = {
  rows: ComparedRow[]
  /** by place, not by row; refused by row */
  counters: Record<Change | 'read' | 'unpayable', number> & { withdrawnShare: number }
}

export const keptOf = ({ rows: _, number: __, splitOf: ___, warning: ____, ...place }: NumberedPlace): KeptPlace => ({
  ...place,
  state: 'live',
})

/** Same content, whatever the order of fields. */
export const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

const differences = (before: KeptPlace, after: KeptPlace) => {
  const fields = Object.keys(after) as (keyof KeptPlace)[]
  const changed = fields.filter(field => !isSame(before[field] ?? null, after[field] ?? null))
  const only = (of: KeptPlace) => Object.fromEntries(changed.map(field => [field, of[field] ?? null]))
  return changed.length === 0 ? null : { before: only(before), after: only(after) }
}

/** `current`: number → place of the city, withdrawn ones too. Numbered rows of the file, then one row for each place it withdraws. */
export const compare = (
  { places, refused }: Pick<Checked, 'places' | 'refused'>,
  current: ReadonlyMap<string, KeptPlace>,
  rowsRead: number,
): Compared => {
  const rows: ComparedRow[] = []
  const counters = {
    added: 0,
    changed: 0,
    withdrawn: 0,
    same: 0,
    refused: refused.length,
    read: rowsRead,
    unpayable: 0,
  }
  const nothing = { before: null, after: null, field: null, reason: null }
  const kept = new Set<string>()
  for (const place of places) {
    const after = keptOf(place)
    const before = current.get(place.zoneNumber)
    const changes = before ? differences(before, after) : null
    const change = !before ? 'added' : changes ? 'changed' : 'same'
    kept.add(place.zoneNumber)
    counters[change]++
    if (!place.payable) counters.unpayable++
    place.rows.forEach((rowNo, i) => {
      const told = i > 0 ? {} : !before ? { after } : (changes ?? {})
      rows.push({ ...nothing, ...place.warning, rowNo, key: place.zoneNumber, change, ...told })
    })
  }
  for (const { row, key, field, reason } of refused)
    rows.push({ ...nothing, rowNo: row, key, change: 'refused', field, reason })
  let rowNo = Math.max(rowsRead, 0)
  let live = 0
  for (const [zoneNumber, before] of current) {
    if (before.state !== 'live') continue
    live++
    if (kept.has(zoneNumber)) continue
    counters.withdrawn++
    rows.push({ ...nothing, rowNo: ++rowNo, key: zoneNumber, change: 'withdrawn', before })
  }
  rows.sort((a, b) => a.rowNo - b.rowNo)
  return { rows, counters: { ...counters, withdrawnShare: live === 0 ? 0 : counters.withdrawn / live } }
}
