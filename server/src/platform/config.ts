// The environment, read once at start; reports every problem at once.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isTimeZone } from './clock.ts'
import { isLoopback } from './loopback.ts'

export type Config = {
  /** outside services are stand-ins: every screen says so */
  sandbox: boolean
  /** a public demo on stand-ins: strangers reach it */
  isDemo: boolean
  /** reached from this machine alone: it listens on loopback, PUBLIC_URL is there too, and no proxy is trusted */
  isLocal: boolean
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** none: the embedded PostgreSQL under dataDir */
  databaseUrl: string | null
  /** where databaseUrl leads to a pooler: PostgreSQL itself, for migrations and notifications; else the same */
  databaseSessionUrl: string | null
  /** a standby, on which all books are checked at night; none: on the primary */
  booksDatabaseUrl: string | null
  /** with `sms` and `stripe`, or none of them: the sandbox outbox */
  mail: { smtpUrl: string; from: string } | null
  /** the mailbox that drivers' e-mails to support go to; none, where mail is a stand-in: one of the sandbox */
  supportMailbox: string | null
  /** `countries` by their two letters: codes go to no others; `perDay` codes in all */
  sms: {
    accountSid: string
    authToken: string
    from: string
    apiUrl: string
    countries: string[]
    perDay: number
  } | null
  /** printed on signs: where drivers text a zone number, and the number for questions; none: not printed */
  textNumber: string | null
  signPhone: string | null
  /** none: a pair that the first server makes and the database keeps */
  push: { publicKey: string; privateKey: string; subject: string } | null
  /** origins of further push services, beside those of the known browsers */
  pushServices: string[]
  /** `host:port` that feeds of cities may read inside the network: stand-ins; none: public addresses alone */
  feedPrivateHosts: string[]
  /** none: the sandbox card provider */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null
  /** whose X-Forwarded-For is believed, as addresses and ranges; none: nobody's */
  proxies: string[]
  /** off only for load measurements on loopback */
  rateLimit: boolean
  logLevel: string
  /** between the first 503 of /readyz and the end of listening: longer than a load balancer takes to see it */
  drainSeconds: number
  /** required to read /metrics; none: readable on this machine alone, where isLocal */
  metricsToken: string | null
  /** spans are exported: OpenTelemetry's own variables, which its library reads, name a collector */
  spans: boolean
  /** settings that work and should be changed */
  warnings: string[]
}

/** Takes e-mails to support where mail is a stand-in; nobody can write there from outside. */
export const sandboxMailbox = 'support@parkit.example'

export class ConfigError extends Error {}

/** `ParkIt <codes@parkit.example>` → the address alone. */
const addressOf = (from: string | undefined) => from && (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from)

const listOf = (text: string) =>
  text
    .split(',')
    .map(one => one.trim())
    .filter(Boolean)
const secretLetters = 16

const collectors = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Env = Record<string, string | undefined>

/** The values of variables that go together; null where none is set. */
const readGroup = <Key extends string>(env: Env, names: Record<Key, string>, problems: string[]) => {
  const missing = Object.values<string>(names).filter(name => !env[name])
  if (missing.length > 0 && missing.length < Object.keys(names).length)
    problems.push(`Set ${missing.join(', ')} too, or none of ${Object.values(names).join(', ')}.`)
  const values = Object.entries<string>(names).map(([key, name]) => [key, env[name]])
  return missing.length > 0 ? null : (Object.fromEntries(values) as Record<Key, string>)
}

const readSms = (env: Env, problems: string[]): Config['sms'] => {
  const names = { accountSid: 'TWILIO_ACCOUNT_SID', authToken: 'TWILIO_AUTH_TOKEN', from: 'TWILIO_FROM' }
  const account = readGroup(env, names, problems)
  if (!account) return null
  const countries = listOf(env.SMS_COUNTRIES ?? 'US')
  for (const country of countries)
    if (!/^[A-Z]{2}$/.test(country)) problems.push(`SMS_COUNTRIES is two capital letters each, not ${country}`)
  const perDay = Number(env.SMS_PER_DAY ?? 5_000)
  if (!(Number.isInteger(perDay) && perDay > 0)) problems.push(`SMS_PER_DAY is a whole number, not ${env.SMS_PER_DAY}`)
  return { ...account, apiUrl: env.TWILIO_API_URL ?? 'https://api.twilio.com', countries, perDay }
}

const readPush = (env: Env, problems: string[]): Config['push'] => {
  const names = { publicKey: 'VAPID_PUBLIC_KEY', privateKey: 'VAPID_PRIVATE_KEY', subject: 'VAPID_SUBJECT' }
  const push = readGroup(env, names, problems)
  if (push && !(/^[\w-]{87}$/.test(push.publicKey) && /^[\w-]{43}$/.test(push.privateKey)))
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no key pair in base64url.')
  if (push && !/^(mailto:|https:\/\/)/.test(push.subject))
    problems.push(`VAPID_SUBJECT is a mailto: or https: address, not ${push.subject}`)
  return push
}

type Services = Pick<Config, 'mail' | 'sms' | 'stripe'>

/** Every variable that configures a service with an effect outside: one that is set is a live setting. */
const liveSettings = /^(SMTP_URL|MAIL_FROM|TWILIO_\w+|STRIPE_\w+)$/

/** Whether services may be stand-ins; a problem where some are real and some are not, or strangers would reach them. */
const checkServices = (
  env: Env,
  { mail, sms, stripe }: Services,
  { isDemo, isLocal }: Pick<Config, 'isDemo' | 'isLocal'>,
  problems: string[],
): boolean => {
  const live = Object.keys(env).filter(name => liveSettings.test(name))
  if (isDemo) {
    if (live.length > 0)
      problems.push(`PARKIT_SANDBOX=1 takes no real mail, SMS or card settings beside it, such as ${live.join(', ')}.`)
    return true
  }
  if (live.length === 0 && isLocal) return true
  if (mail && sms && stripe) return false
  const why =
    live.length > 0
      ? `with ${live[0]} set`
      : 'where strangers reach it (HOST or PUBLIC_URL is not loopback, or TRUST_PROXY is set)'
  problems.push(`Stand-ins for mail, text messages and cards do not run ${why}.`)
  if (!mail) problems.push('Real mail is missing: set SMTP_URL and MAIL_FROM.')
  if (!sms) problems.push('Real text messages are missing: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM.')
  if (!stripe)
    problems.push(
      'A real card provider is missing: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    )
  problems.push('PARKIT_SANDBOX=1, without any of these settings, starts a public demo on stand-ins.')
  return false
}

/** Of a server with real services: settings that a city may try it with before drivers come. */
const listWarnings = (env: Env, { stripe }: Services): string[] => {
  const warnings: string[] = []
  if (!/^https:/.test(env.PUBLIC_URL ?? ''))
    warnings.push('PUBLIC_URL is no https: address: without TLS everybody on the way reads the tokens.')
  if (stripe && /^[rs]k_test_/.test(stripe.secretKey)) warnings.push('STRIPE_SECRET_KEY is a test key: nobody pays.')
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'TWILIO_AUTH_TOKEN'])
    if (env[name] && env[name].length < secretLetters)
      warnings.push(`${name} is short for a secret: ${secretLetters} characters or more cannot be guessed.`)
  return warnings
}

/** Throws ConfigError naming every problem. */
export const readConfig = (given: Env): Config => {
  // an empty variable counts as not set, as in a file of settings with its values left out
  const env: Env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const problems: string[] = []
  const isDemo = env.PARKIT_SANDBOX === '1'
  if (env.PARKIT_SANDBOX && !isDemo) problems.push(`PARKIT_SANDBOX is 1 or not set, not ${env.PARKIT_SANDBOX}`)
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push(`PORT is no port: ${env.PORT}`)
  const host = env.HOST ?? '127.0.0.1'
  const logLevel = env.LOG_LEVEL ?? 'warn'
  if (!logLevels.includes(logLevel)) problems.push(`LOG_LEVEL is one of ${logLevels.join(', ')}, not ${logLevel}`)
  if (env.DATABASE_SESSION_URL && !env.DATABASE_URL)
    problems.push('DATABASE_SESSION_URL is for a DATABASE_URL that leads to a pooler: set that too.')
  const drainSeconds = Number(env.DRAIN_SECONDS ?? 0)
  if (!(drainSeconds >= 0 && drainSeconds <= 600)) problems.push(`DRAIN_SECONDS is 0 to 600, not ${env.DRAIN_SECONDS}`)
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < secretLetters)
    problems.push(`METRICS_TOKEN is a secret of ${secretLetters} characters or more.`)
  for (const name of collectors)
    if (env[name] && !/^https?:$/.test(URL.parse(env[name])?.protocol ?? ''))
      problems.push(`${name} is an http: or https: address, not ${env[name]}`)

  const mail = readGroup(env, { smtpUrl: 'SMTP_URL', from: 'MAIL_FROM' }, problems)
  const sms = readSms(env, problems)
  const push = readPush(env, problems)
  const stripeNames = {
    secretKey: 'STRIPE_SECRET_KEY',
    publishableKey: 'STRIPE_PUBLISHABLE_KEY',
    webhookSecret: 'STRIPE_WEBHOOK_SECRET',
  }
  const stripe = readGroup(env, stripeNames, problems)

  const modes = [stripe?.secretKey, stripe?.publishableKey].map(key => /^[prs]k_(test|live)_/.exec(key ?? '')?.[1])
  if (modes[0] && modes[1] && modes[0] !== modes[1])
    problems.push(
      `STRIPE_SECRET_KEY is a ${modes[0]} key and STRIPE_PUBLISHABLE_KEY a ${modes[1]} key: take both of one mode.`,
    )

  for (const name of ['SIGN_TEXT_NUMBER', 'SIGN_PHONE'])
    if (env[name] && !/^(\+\d{8,15}|\d{3,6})$/.test(env[name]))
      problems.push(`${name} is a short code or a number with + and country code, not ${env[name]}`)

  if (env.HOUSE_TIME_ZONE && !isTimeZone(env.HOUSE_TIME_ZONE))
    problems.push(`HOUSE_TIME_ZONE is a time zone such as America/Chicago, not ${env.HOUSE_TIME_ZONE}`)

  const feedPrivateHosts = listOf(env.FEED_PRIVATE_HOSTS ?? '')
  for (const one of feedPrivateHosts)
    if (URL.parse(`http://${one}`)?.host !== one) problems.push(`FEED_PRIVATE_HOSTS is hosts with ports, not ${one}`)

  const proxies = listOf(env.TRUST_PROXY ?? '')
  for (const proxy of proxies)
    if (!/^(loopback|linklocal|uniquelocal)$/.test(proxy) && !isIP(proxy.split('/')[0]!))
      problems.push(`TRUST_PROXY is addresses and ranges, not ${proxy}`)
  const publicUrl = URL.parse(env.PUBLIC_URL ?? '')
  if (env.PUBLIC_URL && !/^https?:$/.test(publicUrl?.protocol ?? ''))
    problems.push(`PUBLIC_URL is an http: or https: address, not ${env.PUBLIC_URL}`)
  const isLocal = isLoopback(host) && (!env.PUBLIC_URL || isLoopback(publicUrl?.hostname ?? '')) && proxies.length === 0

  const sandbox = checkServices(env, { mail, sms, stripe }, { isDemo, isLocal }, problems)
  const rateLimit = env.RATE_LIMIT !== 'off'
  if (!rateLimit && (isDemo || !isLocal))
    problems.push('RATE_LIMIT=off is for measurements on loopback, not where strangers reach the server.')
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))

  return {
    sandbox,
    isDemo,
    isLocal,
    host,
    port,
    publicUrl: env.PUBLIC_URL ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    dataDir: resolve(env.DATA_DIR ?? 'data'),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseSessionUrl: env.DATABASE_SESSION_URL ?? env.DATABASE_URL ?? null,
    booksDatabaseUrl: env.BOOKS_DATABASE_URL ?? null,
    mail,
    supportMailbox: env.SUPPORT_MAILBOX ?? addressOf(mail?.from) ?? null,
    sms,
    textNumber: env.SIGN_TEXT_NUMBER ?? null,
    signPhone: env.SIGN_PHONE ?? null,
    push,
    pushServices: listOf(env.PUSH_SERVICES ?? ''),
    feedPrivateHosts,
    stripe,
    proxies,
    rateLimit,
    logLevel,
    drainSeconds,
    metricsToken: env.METRICS_TOKEN ?? null,
    spans: collectors.some(name => env[name]) && env.OTEL_SDK_DISABLED !== 'true',
    warnings: sandbox ? [] : listWarnings(env, { mail, sms, stripe }),
  }
}
