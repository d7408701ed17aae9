// Generated requests for any call, from its schema in the OpenAPI document: nearly valid, and invalid in every way.
import fc from 'fast-check'

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
export type Operation = {
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string }>
}

/** Stands for a number that JSON can write and no double can hold. */
const beyond = 'a number beyond all doubles'

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  'a\ud800b',
  '\udfff',
  '\u202eabc\u2066',
  'क्षि🅿️👩‍👩‍👧',
  'x'.repeat(5_000),
  '👩‍👩‍👧'.repeat(300),
  `'; drop table driver; --`,
  '1 or 1=1',
  '%s%n%x',
  '{{7*7}}#{7*7}<%=7*7%>',
  '<svg onload=alert(1)>',
  '../../../../etc/passwd',
  '=cmd|/c calc!A1',
  'a\r\nset-cookie: a=b',
  'http://169.254.169.254/latest/meta-data/',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '0x10',
  '٣٤',
  '9'.repeat(400),
  '2026-02-30',
  '+010000-01-01T00:00:00Z',
  '0000-00-00',
  'null',
  'undefined',
  'true',
]
const oddValues: unknown[] = [
  ...oddTexts,
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.005,
  1e-320,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  beyond,
  [],
  {},
  [[]],
  ['a', 'b'],
  { length: -1 },
  { toString: 'x', valueOf: 1 },
  JSON.parse('{"__proto__": {"admin": true}}'),
  { constructor: { prototype: { admin: true } } },
  Array.from({ length: 300 }, (_, i) => i),
]

const deep = (levels: number): unknown => (levels === 0 ? 1 : levels % 2 ? [deep(levels - 1)] : { a: deep(levels - 1) })

export const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 400 }).map(deep) },
)

const matching = (pattern: string, most: number): fc.Arbitrary<string> => {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: most })
  } catch {
    // what the generator can't read, such as a look ahead
    return fc.string({ maxLength: most })
  }
}

const stringOf = ({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
      .map(date => date.toISOString())
  if (pattern) return matching(pattern, Math.min(maxLength, 200))
  const most = Math.max(minLength, Math.min(maxLength, 60))
  return fc.oneof(
    fc.string({ minLength, maxLength: most }),
    fc.string({ unit: 'grapheme', minLength, maxLength: most }),
  )
}

/** What the schema takes, or very nearly. */
export const fits = (schema: Schema): fc.Arbitrary<unknown> => {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.length) return fc.oneof(...choices.map(fits))
  if (schema.allOf?.length) return fits(Object.assign({}, ...schema.allOf))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const { minimum: min = -1e6, maximum: max = 1e6 } = schema
  if (type === 'string') return stringOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer')
    return fc
      .maxSafeInteger()
      .map(n => Math.ceil(min) + (Math.abs(n) % (Math.floor(Math.min(max, 1e9)) - Math.ceil(min) + 1)))
  if (type === 'number') return fc.double({ min, max, noNaN: true }).map(n => Math.round(n * 100) / 100)
  if (type === 'array') return fc.array(fits(schema.items ?? {}), { maxLength: 3 })
  if (type === 'object' || schema.properties) return objectOf(schema.properties ?? {}, fits)
  return odd
}
const objectOf = (properties: Record<string, Schema>, of: (schema: Schema) => fc.Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, of(inner)])))

/** Fields nobody may set, whatever the call. */
const extras = {
  DriverId: '00000000-0000-4000-8000-000000000000',
  driverId: 1,
  role: 'staff',
  admin: true,
  Balance: 1_000_000,
  Fee: 0,
  Total: 0,
  PaymentStatus: 'Paid',
}

/** A field each of the valid sample, of what fits, of what is odd, or none; at times more than the call knows. */
const parted = (schema: Schema, sample: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> => {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.length) return fc.oneof(...choices.map(choice => parted(choice, sample)))
  const known: Record<string, Schema> = {
    ...Object.fromEntries(Object.keys(sample).map(name => [name, {}])),
    ...schema.properties,
  }
  const field = (name: string, inner: Schema) =>
    fc.oneof(
      { weight: name in sample ? 8 : 2, arbitrary: fc.constant(sample[name]) },
      { weight: 3, arbitrary: fits(inner) },
      { weight: 3, arbitrary: odd },
      { weight: 1, arbitrary: fc.constant(undefined) },
    )
  const fields = fc.record(Object.fromEntries(Object.entries(known).map(([name, inner]) => [name, field(name, inner)])))
  const more = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constant(extras) })
  return fc.tuple(fields, more).map(([own, added]) => ({ ...own, ...added }))
}

/** As JSON, then spoiled as text: cut, said twice, poisoned. */
const spoilt = (body: unknown): fc.Arbitrary<string> => {
  const text = (JSON.stringify(body) ?? '').replaceAll(JSON.stringify(beyond), '1e999')
  const first = /^\{("(?:[^"\\]|\\.)*"):/.exec(text)?.[1]
  const twice = first ? `{${first}:null,${text.slice(1)}` : text
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(text) },
    { weight: 1, arbitrary: fc.constant(twice) },
    { weight: 1, arbitrary: fc.nat(text.length).map(at => text.slice(0, at)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        `\ufeff${text}`,
        `${text}x`,
        `[${text}]`,
        text.replace(/^\{/, '{"__proto__":{"admin":true},'),
        text.replace(/^\{/, '{"constructor":{"prototype":{"admin":true}},'),
        `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
        'null',
        '',
      ),
    },
  )
}

/** Half of a surrogate pair can only be written as bytes. */
const encoded = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .split(/((?:[\ud800-\udbff](?![\udc00-\udfff]))|(?:(?<![\ud800-\udbff])[\udc00-\udfff]))/)
    .map((part, i) => (i % 2 ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('')

const queryTexts = (query: Record<string, unknown>): fc.Arbitrary<string> => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const plain = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value).slice(0, 3_000)}`)
  const [name = 'a'] = pairs[0] ?? []
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(plain.join('&')) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        [...plain, ...plain].join('&'),
        [...plain, `${name}[]=1&${name}[a]=2&${name}=3`].join('&'),
        [...plain, '__proto__[admin]=1&constructor[prototype][admin]=1'].join('&'),
        [...plain, '%00=%00&%ED%A0%80=%FF&=&&==?'].join('&'),
        '%',
        'a='.repeat(2_000),
      ),
    },
  )
}

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;charset="',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'text/plain',
  'application/xml',
  'application/octet-stream',
  '*/*',
  'a',
  ';',
]
/** What a header can carry: a client can send no other. */
const headerText = fc.constantFrom(
  '',
  ' ',
  ',',
  '*',
  ';q=',
  'x'.repeat(4_000),
  `'; drop table driver; --`,
  '\u00ff\u00fe',
  '-1',
  '%00',
)

const headers = fc.record(
  {
    'accept-language': headerText,
    accept: headerText,
    'accept-encoding': headerText,
    cookie: headerText,
    range: fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'),
    'if-none-match': headerText,
    'last-event-id': headerText,
    'x-forwarded-for': fc.constantFrom('1.2.3.4', 'unknown', "'", '::1, ::2', ','),
    'x-http-method-override': fc.constant('DELETE'),
    origin: fc.constantFrom('null', 'https://evil.example'),
    'stripe-signature': headerText,
    'idempotency-key': fc.oneof(fc.uuid(), fc.constant('the-same-key'), headerText),
    xapikey: headerText,
    appid: fc.constantFrom('parkit-web', '', 'x'),
  },
  { requiredKeys: [] },
)

export type Sample = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}
export type MadeUp = { path: string; query: string; payload: string | undefined; headers: Record<string, string> }

/** Requests for one operation of the document; `sample` is one that is taken. */
export const requests = (
  path: string,
  { parameters = [], requestBody }: Operation,
  sample: Sample,
): fc.Arbitrary<MadeUp> => {
  const of = (where: Parameter['in']) =>
    Object.fromEntries(parameters.filter(one => one.in === where).map(({ name, schema }) => [name, schema]))
  const media = Object.values(requestBody?.content ?? {})[0]?.schema
  const query = parted({ properties: of('query') }, sample.query ?? {}).chain(queryTexts)
  const body = media
    ? parted(media, sample.body ?? {}).chain(spoilt)
    : fc.constantFrom(undefined, undefined, undefined, '{"a":1}')
  const type = fc.oneof(
    { weight: 10, arbitrary: fc.constant('application/json') },
    { weight: 2, arbitrary: fc.constantFrom(...contentTypes) },
  )
  const plain = fc.constant<Record<string, string>>({})
  return fc
    .record({
      params: parted({ properties: of('path') }, sample.params ?? {}),
      query,
      payload: body,
      type,
      more: fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: headers as typeof plain }),
      key: fc.uuid(),
    })
    .map(({ params, query: search, payload, type: contentType, more, key }) => ({
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]).slice(0, 600)),
      query: search,
      payload,
      headers: { ...(payload !== undefined && { 'content-type': contentType }), 'idempotency-key': key, ...more },
    }))
}
