// The log: one JSON object a line, with its request's id and without personal data or secrets.
import { pino } from 'pino'
import { currentTrace } from './trace.ts'

/** Whatever wrote it into a line: a message, an error of the database, an answer of a provider. */
const hidden: [RegExp, string][] = [
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  [/\+[1-9](?:[ ().-]*\d){6,14}(?!\d)/g, '[phone]'],
  [/\b(?:sk|rk|pk|whsec|pi|seti)_[A-Za-z0-9_]{8,}/g, '[key]'],
  [/\bBearer [\w.~+/=-]+/gi, 'Bearer [token]'],
  // 15 digits and more: the time of a line has 13
  [/(?<![\w.-])\d(?:[ -]?\d){14,18}(?![\w.-])/g, '[number]'],
  [/(postgres(?:ql)?|smtps?):\/\/[^@\s"/]+@/g, '$1://[password]@'],
]
const withoutSecrets = (line: string) => hidden.reduce((text, [what, instead]) => text.replace(what, instead), line)

/** Of a database's error neither its detail nor its values, which repeat what a row holds. */
const errorFields = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table, cause } = error as Error & Record<'code' | 'constraint' | 'table', unknown>
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(cause !== undefined && { cause: errorFields(cause) }),
  }
}

const togetherMs = 20

/** Writes the lines of a moment at once: a write of its own for each costs more than refusing a call does. */
const writeTogether = () => {
  let lines = ''
  const flush = () => {
    const written = lines
    lines = ''
    if (written) process.stdout.write(written)
  }
  process.on('exit', flush)
  return (line: string) => {
    if (!lines) setTimeout(flush, togetherMs)
    lines += line
  }
}

const writeToOutput = writeTogether()

/** `level` is one of pino's. Lines go to standard output, or to `write`. */
export const createLog = (level: string, write: (line: string) => unknown = writeToOutput) =>
  pino(
    {
      level,
      base: { pid: process.pid },
      redact: ['headers', 'password', 'token', 'body'].flatMap(name => [name, `*.${name}`]),
      serializers: { err: errorFields, error: errorFields },
      mixin: () => {
        const { requestId, traceparent } = currentTrace() ?? {}
        return { ...(requestId && { requestId }), ...(traceparent && { traceId: traceparent.split('-')[1] }) }
      },
    },
    { write: line => void write(withoutSecrets(line)) },
  )
/** How a part of the platform reports what went wrong, and what it did about it. */
export type Log = (message: string, error?: unknown) => void

export type AppLog = ReturnType<typeof createLog>
