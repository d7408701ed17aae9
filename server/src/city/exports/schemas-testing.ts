// For tests: the published schemas of CDS 1.1 and APDS v4 from the folder in CITY_SCHEMAS, with what nothing can satisfy repaired.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { parse } from 'yaml'

/** None: what needs it is passed over. */
export const schemasFolder = process.env.CITY_SCHEMAS

type Schema = { [key: string]: unknown }

const compiler = () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addFormat('float', true)
  return ajv
}

const readYaml = (file: string): Schema => parse(readFileSync(file, 'utf8'))

/**
 * As published, the positions of a polygon are a list of pairs, so that a ring never fits, and a line fits both of its geometries, of
 * which it may fit one. By RFC 7946 a polygon is a list of rings, and a geometry has the type that it says.
 */
const repairs: Record<string, (schema: Schema) => Schema> = {
  'coordinates.yaml': pair => ({ type: 'array', items: { type: 'array', minItems: 4, items: pair.items } }),
  'geoJSON_polygon.yaml': schema => typed(schema, 'Polygon'),
  'geoJSON_linestring.yaml': schema => typed(schema, 'LineString'),
}
const typed = (schema: Schema, type: string): Schema => ({
  ...schema,
  properties: { ...(schema.properties as Schema), type: { const: type } },
})

/** With the files that it refers to in their place: their names have blanks. */
const inlined = (value: unknown, folder: string): unknown => {
  if (Array.isArray(value)) return value.map(one => inlined(one, folder))
  if (value === null || typeof value !== 'object') return value
  const { $ref, ...rest } = value as Schema & { $ref?: string }
  const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, inlined(one, folder)]))
  if (typeof $ref !== 'string' || $ref.startsWith('#')) return own
  const file = join(folder, $ref)
  const repair = repairs[file.split('/').at(-1)!] ?? (schema => schema)
  return { ...(inlined(repair(readYaml(file)), dirname(file)) as Schema), ...own }
}

/** The body of an answer, such as `/curbs/zones` of `Curbs API`. */
export const cdsAnswer = (api: string, path: string): ValidateFunction => {
  const folder = join(schemasFolder!, 'cds-openapi/APIs')
  const { paths } = readYaml(join(folder, `${api}.yaml`)) as { paths: Record<string, Schema> }
  const { get } = paths[path] as { get: { responses: Record<string, { content: Record<string, Schema> }> } }
  return compiler().compile(inlined(get.responses['200']!.content['application/json']!.schema, folder) as Schema)
}

/** A row of a table, such as `aggregate`. */
export const cdsModel = (name: string): ValidateFunction => {
  const folder = join(schemasFolder!, 'cds-openapi/Shared Data Models')
  return compiler().compile(inlined(readYaml(join(folder, `${name}.yaml`)), folder) as Schema)
}

/** As published, a reference has two required members of which it may have one, and a rate table requires members that it has not. */
export const apdsModel = (name: string): ValidateFunction => {
  const api = readYaml(join(schemasFolder!, 'apds/apds4.yaml')) as { components: { schemas: Record<string, Schema> } }
  const { schemas } = api.components
  delete schemas.Reference!.maxProperties
  const [, table] = schemas.RateTable!.allOf as [Schema, { required: string[] }]
  table.required = table.required.filter(member => member !== 'activeTimes' && member !== 'validityStart')
  const { paths: _, ...models } = api as Schema
  const ajv = compiler()
  ajv.addSchema({ ...models, $id: 'apds' })
  return ajv.compile({ $ref: `apds#/components/schemas/${name}` })
}

/** What is wrong, in words; nothing where it is valid. */
export const faultsOf = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
