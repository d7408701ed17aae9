// The schema as SQL text, read from PostgreSQL's catalog in a stable order: what db/schema.sql holds.
import type pg from 'pg'

type Client = Pick<pg.Client, 'query'>

const tablesQuery = `
  select oid, relname as name, relpersistence = 'u' as unlogged, reloptions as options,
         (select string_agg(lower(privilege_type), ', ' order by privilege_type)
            from aclexplode(relacl) where grantee = 'parkit_app'::regrole) as allowed,
         (select string_agg(lower(privilege_type), ', ' order by privilege_type)
            from aclexplode(relacl) where grantee = 'parkit_city'::regrole) as city_allowed, pg_get_partkeydef(oid) as partitions
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
   order by relname`

const columnsQuery = `
  select attrelid as oid, quote_ident(attname) as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
         case attidentity when 'a' then 'always' when 'd' then 'by default' end as identity,
         attgenerated <> '' as generated, pg_get_expr(adbin, adrelid) as value,
         case when attstorage <> typstorage then
           case attstorage when 'e' then 'external' when 'm' then 'main' when 'p' then 'plain' else 'extended' end
         end as storage,
         attstattarget as statistics
    from pg_attribute join pg_type on pg_type.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where attnum > 0 and not attisdropped order by attrelid, attnum`

// what is not null stands with its column, whether or not this version of PostgreSQL keeps a constraint for it
const constraintsQuery = `
  select conrelid as oid, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
   where conrelid <> 0 and contype in ('p', 'u', 'c', 'f', 'x') order by conrelid, strpos('pufcx', contype::text), conname`

const indexesQuery = `
  select indrelid as oid, pg_get_indexdef(indexrelid) as definition from pg_index
   where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
   order by indrelid, indexrelid::regclass::text`

const triggersQuery = `
  select tgrelid as oid, pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by tgrelid, tgname`

const policiesQuery = `
  select polrelid as oid, polname as name,
         format('to %s%s%s', array_to_string(array(select rolname from pg_roles where oid = any(polroles) order by rolname), ', '),
                ' using (' || pg_get_expr(polqual, polrelid) || ')', ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')') as definition
    from pg_policy order by polrelid, polname`

const functionsQuery = `
  select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace
   order by proname, pg_get_function_identity_arguments(oid)`

const viewsQuery = `
  select viewname as name, definition from pg_views where schemaname = 'public' order by viewname`

type Table = {
  oid: number
  name: string
  unlogged: boolean
  options: string[] | null
  allowed: string | null
  city_allowed: string | null
  partitions: string | null
}
type Column = {
  oid: number
  name: string
  type: string
  required: boolean
  identity: string | null
  generated: boolean
  value: string | null
  storage: string | null
  statistics: number | null
}
type Part = { oid: number; name: string; definition: string }

const describeColumn = ({ name, type, required, identity, generated, value }: Column): string =>
  [
    `${name} ${type}`,
    ...(identity ? [`generated ${identity} as identity`] : []),
    ...(value !== null ? [generated ? `generated always as (${value}) stored` : `default ${value}`] : []),
    ...(required ? ['not null'] : []),
  ].join(' ')

const usual = 'delete, insert, select, update'

/** Types and functions of the one schema are named without it. */
const withoutSchema = (definition: string) => definition.replace(/\bpublic\.(?=\w)/g, '')

/** Tables with their columns, constraints, indexes and triggers, then functions, then views. */
export const describeSchema = async (client: Client): Promise<string> => {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const byTable = async <Row extends { oid: number }>(text: string) =>
    Map.groupBy((await client.query<Row>(text)).rows, ({ oid }) => oid)
  const columns = await byTable<Column>(columnsQuery)
  const constraints = await byTable<Part>(constraintsQuery)
  const indexes = await byTable<Part>(indexesQuery)
  const triggers = await byTable<Part>(triggersQuery)
  const policies = await byTable<Part>(policiesQuery)

  const describeTable = ({ oid, name, unlogged, options, allowed, city_allowed, partitions }: Table): string => {
    const own = columns.get(oid) ?? []
    const lines = [
      ...own.map(describeColumn),
      ...(constraints.get(oid) ?? []).map(constraint => `constraint ${constraint.name} ${constraint.definition}`),
    ]
    const settings = own.flatMap(column => [
      ...(column.storage ? [`alter table ${name} alter column ${column.name} set storage ${column.storage};`] : []),
      ...((column.statistics ?? -1) >= 0
        ? [`alter table ${name} alter column ${column.name} set statistics ${column.statistics};`]
        : []),
    ])
    return [
      ...(allowed === usual ? [] : [`-- parkit_app may only ${allowed}`]),
      ...(city_allowed ? [`-- parkit_city may ${city_allowed}`] : []),
      `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n  ${lines.join(',\n  ')}\n)${partitions ? ` partition by ${partitions}` : ''}${options ? ` with (${options.join(', ')})` : ''};`,
      ...settings,
      ...[...(indexes.get(oid) ?? []), ...(triggers.get(oid) ?? [])].map(part => `${part.definition};`),
      ...(policies.get(oid) ?? []).map(policy => `create policy ${policy.name} on ${name} ${policy.definition};`),
    ].join('\n')
  }

  const tables = (await rows<Table>(tablesQuery)).map(describeTable)
  const functions = (await rows<Part>(functionsQuery)).map(({ definition }) => `${definition.trimEnd()};`)
  const views = (await rows<Part>(viewsQuery)).map(({ name, definition }) => `create view ${name} as\n${definition}`)
  const head = '-- The whole schema, written by `npm run schema` from a migrated database; nothing runs it.'
  return `${[head, ...tables, ...functions, ...views].map(withoutSchema).join('\n\n')}\n`
}
