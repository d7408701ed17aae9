// The SQL of the parking bench: what the server sends for a journey, recorded, and the same again as a script for pgbench.
import pg from 'pg'
import { statements } from '../server/src/platform/db.ts'

type Sent = { text: string; values: (string | Buffer | null)[] }
/** One driver's journey as it went to the database, and what in it is new in every journey. */
export type Journey = { sent: Sent[]; sessionId: string; keys: string[] }

type Wire = {
  query(text: string): void
  parse(query: { name?: string; text: string }): void
  bind(config: {
    statement?: string
    values?: unknown[]
    valueMapper: (value: unknown) => Sent['values'][number]
  }): void
}

/** What a process sends by itself, whatever its callers do. */
const isBackground = ({ text }: Sent) => ['change_read', 'change_notify'].some(name => statements.get(name) === text)

/** All that this process sends to PostgreSQL for `act`, in order; a prepared statement by its text. */
export const recordSent = async <Result>(act: () => Promise<Result>): Promise<{ result: Result; sent: Sent[] }> => {
  const wire = pg.Connection.prototype as unknown as Wire
  const { query, bind } = wire
  const sent: Sent[] = []
  wire.query = function (this: Wire, text) {
    sent.push({ text, values: [] })
    query.call(this, text)
  }
  wire.bind = function (this: Wire, config) {
    const values = (config.values ?? []).map(value => config.valueMapper(value))
    sent.push({ text: textOf.get(config.statement ?? '')!, values })
    bind.call(this, config)
  }
  try {
    return { result: await act(), sent: sent.filter(one => !isBackground(one)) }
  } finally {
    Object.assign(wire, { query, bind })
  }
}

/** The text of each prepared statement; of the one without a name, its latest. */
const textOf = new Map<string, string>()
const { parse } = pg.Connection.prototype as unknown as Wire
;(pg.Connection.prototype as unknown as Wire).parse = function (this: Wire, query) {
  textOf.set(query.name ?? '', query.text)
  parse.call(this, query)
}

/** stands for what is new in every journey: the ten digits of its session's id */
const fresh = '{journey}'

const plain = (value: string | Buffer | null, { sessionId, keys }: Journey): string | null => {
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
  return keys.reduce(
    (all, key, i) => all?.replaceAll(key, `${i}-${fresh}`) ?? null,
    text?.replaceAll(sessionId, `P-${fresh}`) ?? null,
  )
}

/**
 * A script for pgbench, one transaction of it a journey: the recorded statements, each client with the values of its
 * own driver. It reads them once, from a table that this fills; a session's id and the keys are new in every journey.
 */
export const writeScript = async (connectionString: string, journeys: Journey[]): Promise<string> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('create table bench_driver (client integer primary key, v text[] not null)')
    await client.query('grant select on bench_driver to parkit_app')
    for (const [i, journey] of journeys.entries()) {
      const values = journey.sent.flatMap(({ values }) => values.map(value => plain(value, journey)))
      await client.query('insert into bench_driver (client, v) values ($1, $2)', [i, values])
    }
  } finally {
    await client.end()
  }
  const [first] = journeys
  let count = 0
  const statements = first!.sent.map(({ text, values }) => {
    const offset = count
    count += values.length
    const inPlace = text.replace(/\$(\d+)/g, (_, n: string) => {
      const value = plain(values[Number(n) - 1]!, first!)
      const variable = `:v${offset + Number(n)}`
      if (value === null) return 'null'
      if (!value.includes(fresh)) return variable
      return `replace(${variable}, '${fresh}', :journey::text)${value.startsWith('{') ? '::jsonb' : ''}`
    })
    return `${inPlace.replace(/\s*\n\s*/g, ' ')};`
  })
  const columns = Array.from({ length: count }, (_, i) => `v[${i + 1}] as v${i + 1}`)
  return `\\if :ready = 0
select ${columns.join(', ')} from bench_driver where client = :client_id \\gset
\\set ready 1
\\endif
\\set n :n + 1
\\set journey 1000000000 + permute((:run * 100 + :client_id) * 1000000 + :n, 9000000000, 1)
${statements.join('\n')}
`
}
