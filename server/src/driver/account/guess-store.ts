// The SQL against guessing: wrong tries in a row, and how many codes went out.
import { type Queryable, sql } from '#platform/db.ts'

type Instant = Temporal.Instant
export type Guess = { kind: 'password' | 'code' | 'desk'; nameHash: Buffer }
export type Pace = {
  /** tries without a wait */
  free: number
  /** the first wait; each next one is twice as long */
  waitSeconds: number
  longestSeconds: number
  /** tries in a row */
  most: number
  /** the wait between tries beyond `most`; null: there are no more */
  beyondSeconds: number | null
}

const takeTry = sql<{ tries: number }>(
  'guess_take',
  `insert into guess (kind, name_hash, tries, tried_at) values ($1, $2, 1, $3)
   on conflict (kind, name_hash) do update set tries = guess.tries + 1, tried_at = excluded.tried_at
     where guess.tries < $4
        or (guess.tries < $5 and guess.tried_at + least($6 * power(2, least(guess.tries - $4, 20)), $7) * interval '1 second' <= $3)
        or (guess.tries >= $5 and guess.tried_at + $8::float8 * interval '1 second' <= $3)
   returning tries`,
)
/** Counts the try before it is known to be wrong, in one statement, so that many at once don't pass together; null where it must wait. */
export const takeGuess = async (
  db: Queryable,
  { kind, nameHash }: Guess,
  { free, most, waitSeconds, longestSeconds, beyondSeconds }: Pace,
  now: Instant,
): Promise<number | null> => {
  const [row] = await takeTry(db, [kind, nameHash, now, free, most, waitSeconds, longestSeconds, beyondSeconds])
  return row?.tries ?? null
}

export const deleteGuesses = sql.run<[kinds: Guess['kind'][], nameHashes: Buffer[]]>(
  'guess_delete',
  'delete from guess where kind = any($1) and name_hash = any($2)',
)

/** Clears away some that are long over, so that they never pile up. */
export const dropOldGuesses = sql.run<[before: Instant]>(
  'guess_delete_old',
  `delete from guess where (kind, name_hash) in
     (select kind, name_hash from guess where tried_at < $1 order by tried_at limit 10 for update skip locked)`,
)

/** Returns how many there are now, this one included. */
export const countSent = sql.value<number, [what: string, since: Instant]>(
  'code_count_add',
  `insert into code_count (what, since, sent) values ($1, $2, 1)
   on conflict (what, since) do update set sent = code_count.sent + 1 returning sent`,
)

export const countUsed = sql.run<[what: string, since: Instant]>(
  'code_count_add_used',
  `update code_count set used = used + 1
    where what = $1 and since = (select max(since) from code_count where what = $1 and since >= $2)`,
)

export const sumSent = sql.one<{ sent: number; used: number }, [what: string, since: Instant]>(
  'code_count_sum',
  `select coalesce(sum(sent), 0)::integer as sent, coalesce(sum(used), 0)::integer as used
     from code_count where what = $1 and since >= $2`,
)

export const dropOldCounts = sql.run<[before: Instant]>(
  'code_count_delete_old',
  `delete from code_count where (what, since) in
     (select what, since from code_count where since < $1 order by since limit 10 for update skip locked)`,
)
