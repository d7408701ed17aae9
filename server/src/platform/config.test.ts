// The environment: defaults, what production requires, and every problem reported at once.
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'parkit@example.com' }
const sms = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a'.repeat(32), TWILIO_FROM: '+13125550100' }
const stripe = {
  STRIPE_SECRET_KEY: `sk_live_${'1'.repeat(24)}`,
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: `whsec_${'1'.repeat(24)}`,
}
const address = { PUBLIC_URL: 'https://parkit.example' }

/** The lines of the complaint; none where the environment is good. */
const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

test('without settings: a sandbox on loopback with embedded PostgreSQL', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    sandbox: true,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: null,
    mail: null,
    sms: null,
    stripe: null,
    rateLimit: true,
    logLevel: 'warn',
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', HOST: '', DATABASE_URL: '', DATA_DIR: '', LOG_LEVEL: '', PUBLIC_URL: '' })).toEqual(
    readConfig({}),
  )
})

test('production refuses to start with sandbox services and lists everything missing', () => {
  const problems = problemsOf({ NODE_ENV: 'production', ...address })
  expect(problems).toHaveLength(3)
  expect(problems[0]).toContain('SMTP_URL and MAIL_FROM')
  expect(problems[1]).toContain('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM')
  expect(problems[2]).toContain('card provider')
})

test('real mail and text messages do not replace the card provider', () => {
  expect(problemsOf({ NODE_ENV: 'production', ...address, ...mail, ...sms })).toEqual([
    expect.stringContaining('card provider'),
  ])
})

test('production starts with real mail, messages and cards, and nothing says sandbox', () => {
  const config = readConfig({ NODE_ENV: 'production', ...address, ...mail, ...sms, ...stripe })
  expect(config).toMatchObject({
    sandbox: false,
    stripe: { secretKey: stripe.STRIPE_SECRET_KEY, publishableKey: 'pk_live_1' },
  })
  expect(readConfig({ ...stripe }).sandbox).toBe(true)
})

test('a public demo is marked as one and accepts no real service beside its sandbox', () => {
  expect(readConfig({ NODE_ENV: 'production', PARKIT_SANDBOX: '1' })).toMatchObject({ production: true, sandbox: true })
  expect(problemsOf({ PARKIT_SANDBOX: '1', ...mail })).toHaveLength(1)
  expect(problemsOf({ PARKIT_SANDBOX: '1', ...sms })).toHaveLength(1)
  expect(problemsOf({ PARKIT_SANDBOX: '1', ...stripe })).toHaveLength(1)
})

test('half-configured mail, SMS or cards are an error, not a sandbox', () => {
  expect(problemsOf({ SMTP_URL: mail.SMTP_URL })).toEqual([expect.stringMatching(/^Set MAIL_FROM too/)])
  expect(problemsOf({ TWILIO_FROM: sms.TWILIO_FROM })).toEqual([
    expect.stringMatching(/^Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN too/),
  ])
  expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_1' })).toEqual([
    expect.stringMatching(/^Set STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET too/),
  ])
  expect(readConfig({ ...mail, ...sms })).toMatchObject({
    mail: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM },
    sms: { accountSid: 'AC1', from: sms.TWILIO_FROM, apiUrl: 'https://api.twilio.com' },
  })
})

test('the rate limit cannot be turned off in production', () => {
  expect(readConfig({ RATE_LIMIT: 'off' }).rateLimit).toBe(false)
  expect(problemsOf({ NODE_ENV: 'production', PARKIT_SANDBOX: '1', RATE_LIMIT: 'off' })).toHaveLength(1)
})

test('54: production warns about a weak secret, a test key and an address without TLS', () => {
  const good = { NODE_ENV: 'production', ...address, ...mail, ...sms, ...stripe }
  const warningsOf = (env: Record<string, string>) => readConfig({ ...good, ...env }).warnings
  expect(warningsOf({})).toEqual([])
  for (const PUBLIC_URL of ['', 'http://parkit.example'])
    expect(warningsOf({ PUBLIC_URL })).toEqual([expect.stringContaining('https:')])
  expect(warningsOf({ STRIPE_SECRET_KEY: `sk_test_${'1'.repeat(24)}` })).toEqual([expect.stringContaining('test key')])
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'TWILIO_AUTH_TOKEN']) {
    expect(warningsOf({ [name]: 'changeme' }), name).toEqual([expect.stringContaining(`${name} is short`)])
    expect(warningsOf({ [name]: 'changeme' }).join(), name).not.toContain('changeme')
  }
  expect(readConfig({}).warnings).toEqual([])
})

test('49: X-Forwarded-For is trusted from a private proxy in production and from configured ones only', () => {
  expect(readConfig({}).proxies).toEqual([])
  expect(readConfig({ NODE_ENV: 'production', PARKIT_SANDBOX: '1' }).proxies).toEqual([
    'loopback',
    'linklocal',
    'uniquelocal',
  ])
  expect(readConfig({ TRUST_PROXY: '203.0.113.7, 2001:db8::/32' }).proxies).toEqual(['203.0.113.7', '2001:db8::/32'])
  for (const TRUST_PROXY of ['true', '*', '1', 'proxy.example'])
    expect(problemsOf({ TRUST_PROXY })).toEqual([expect.stringContaining('TRUST_PROXY')])
})

test('5: text messages go to the configured countries, the US by default, up to a daily limit', () => {
  expect(readConfig({ ...sms }).sms).toMatchObject({ countries: ['US'], perDay: 5_000 })
  expect(readConfig({ ...sms, SMS_COUNTRIES: 'US, CA,IN', SMS_PER_DAY: '200' }).sms).toMatchObject({
    countries: ['US', 'CA', 'IN'],
    perDay: 200,
  })
  expect(problemsOf({ ...sms, SMS_COUNTRIES: 'usa' })).toEqual([expect.stringContaining('SMS_COUNTRIES')])
  for (const SMS_PER_DAY of ['0', 'all', '1.5'])
    expect(problemsOf({ ...sms, SMS_PER_DAY })).toEqual([expect.stringContaining('SMS_PER_DAY')])
})

test.each(['x', '-1', '65536', '80.5'])('PORT=%s is reported', port => {
  expect(problemsOf({ PORT: port })).toEqual([`PORT is no port: ${port}`])
})

test('an unknown log level is reported, and so is every other problem', () => {
  expect(problemsOf({ LOG_LEVEL: 'loud', PORT: 'x' })).toEqual([
    'PORT is no port: x',
    expect.stringContaining('LOG_LEVEL'),
  ])
})
