// The SQL of the screens bench: one ended session, repeated over ten years.
import pg from 'pg'

/** `count` more like it, spread evenly over the ten years before it. */
export const repeatSession = async (connectionString: string, sessionId: string, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `with added as (insert into session select (jsonb_populate_record(session, jsonb_build_object(
         'session_id', 'P-' || lpad(i::text, 10, '0'),
         'started_at', started_at - i * interval '10 years' / $2::integer,
         'ends_at', ends_at - i * interval '10 years' / $2::integer,
         'ended_at', ended_at - i * interval '10 years' / $2::integer))).*
         from session, generate_series(1, $2::integer) i where session_id = $1 returning session_id, started_at)
       insert into session_key (session_id, started_at) select * from added`,
      [sessionId, count],
    )
    await client.query('analyze session')
  } finally {
    await client.end()
  }
}
