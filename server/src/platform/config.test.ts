// The environment: defaults, which services may be stand-ins where, and every problem reported at once.
import { describe, expect, test } from 'vitest'
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
    sandbox: true,
    isDemo: false,
    isLocal: true,
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

/** What must happen, by HOST, the mail, text message and card settings, and PARKIT_SANDBOX. */
const expected = (isLoopback: boolean, live: 'none' | 'some' | 'all', isDemo: boolean) => {
  if (isDemo) return live === 'none' ? 'demo' : 'refused'
  if (live === 'all') return 'real'
  return live === 'none' && isLoopback ? 'stand-ins' : 'refused'
}

const liveSettings: Record<'none' | 'some' | 'all', Record<string, string>[]> = {
  none: [{}],
  some: [
    mail,
    sms,
    stripe,
    { ...mail, ...sms },
    { ...mail, ...stripe },
    { ...sms, ...stripe },
    ...Object.entries({ ...mail, ...sms, ...stripe, TWILIO_API_URL: 'http://127.0.0.1:9' }).map(([name, value]) => ({
      [name]: value,
    })),
  ],
  all: [{ ...mail, ...sms, ...stripe }],
}
const ways: Record<'loopback' | 'other', Record<string, string>[]> = {
  loopback: [{}, ...['127.0.0.1', '127.0.0.2', '::1', 'localhost'].map(HOST => ({ HOST }))],
  other: [
    ...['0.0.0.0', '::', '192.168.1.4', '10.0.0.1', 'parkit.example', 'localhost.example'].map(HOST => ({ HOST })),
    // on loopback behind a proxy on the same machine
    address,
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://192.168.1.4:3000' },
    { TRUST_PROXY: 'loopback' },
  ],
}

describe('D-105: stand-ins run on loopback with no live setting, or in a public demo; NODE_ENV decides nothing', () => {
  for (const live of ['none', 'some', 'all'] as const)
    for (const where of ['loopback', 'other'] as const)
      for (const demo of ['', '1'])
        test(`HOST ${where}, live settings ${live}, PARKIT_SANDBOX ${demo || 'not set'}`, () => {
          for (const settings of liveSettings[live])
            for (const host of ways[where])
              for (const NODE_ENV of ['', 'production', 'development', 'test']) {
                const env = { ...settings, ...host, NODE_ENV, PARKIT_SANDBOX: demo }
                const problems = problemsOf(env)
                const config = problems.length > 0 ? null : readConfig(env)
                const runs = !config ? 'refused' : config.isDemo ? 'demo' : config.sandbox ? 'stand-ins' : 'real'
                expect(runs, JSON.stringify(env)).toBe(expected(where === 'loopback', live, demo === '1'))
                if (!config) continue
                for (const service of [config.mail, config.sms, config.stripe])
                  expect(service !== null).toBe(runs === 'real')
                expect(config.isLocal).toBe(where === 'loopback')
              }
        })
})

test('what is incomplete names everything that is missing', () => {
  const problems = problemsOf({ HOST: '0.0.0.0' })
  for (const [i, missing] of [
    'HOST or PUBLIC_URL is not loopback',
    'SMTP_URL and MAIL_FROM',
    'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM',
    'card provider',
    'PARKIT_SANDBOX=1',
  ].entries())
    expect(problems[i]).toContain(missing)
  expect(problemsOf({ ...mail, ...sms })).toEqual([
    'Stand-ins for mail, text messages and cards do not run with SMTP_URL set.',
    expect.stringContaining('card provider'),
    expect.stringContaining('PARKIT_SANDBOX=1'),
  ])
})

test('with real mail, messages and cards nothing says sandbox', () => {
  const config = readConfig({ ...address, ...mail, ...sms, ...stripe })
  expect(config).toMatchObject({
    sandbox: false,
    stripe: { secretKey: stripe.STRIPE_SECRET_KEY, publishableKey: 'pk_live_1' },
    mail: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM },
    sms: { accountSid: 'AC1', from: sms.TWILIO_FROM, apiUrl: 'https://api.twilio.com' },
  })
})

test('a public demo is marked as one and accepts no real service beside its sandbox', () => {
  expect(readConfig({ HOST: '0.0.0.0', ...address, PARKIT_SANDBOX: '1' })).toMatchObject({
    isDemo: true,
    sandbox: true,
  })
  expect(problemsOf({ PARKIT_SANDBOX: '1', ...mail })).toHaveLength(1)
  expect(problemsOf({ PARKIT_SANDBOX: '1', ...sms })).toHaveLength(1)
  expect(problemsOf({ PARKIT_SANDBOX: '1', ...stripe })).toHaveLength(1)
  for (const PARKIT_SANDBOX of ['true', '0', 'yes'])
    expect(problemsOf({ PARKIT_SANDBOX })).toEqual([expect.stringContaining('PARKIT_SANDBOX')])
})

test('half-configured mail, SMS or cards name the other half', () => {
  expect(problemsOf({ SMTP_URL: mail.SMTP_URL })[0]).toMatch(/^Set MAIL_FROM too/)
  expect(problemsOf({ TWILIO_FROM: sms.TWILIO_FROM })[0]).toMatch(/^Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN too/)
  expect(problemsOf({ STRIPE_SECRET_KEY: 'sk_1' })[0]).toMatch(/^Set STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET too/)
})

test('the rate limit is turned off on loopback alone', () => {
  expect(readConfig({ RATE_LIMIT: 'off' }).rateLimit).toBe(false)
  expect(problemsOf({ PARKIT_SANDBOX: '1', RATE_LIMIT: 'off' })).toHaveLength(1)
  expect(problemsOf({ ...mail, ...sms, ...stripe, ...address, RATE_LIMIT: 'off' })).toHaveLength(1)
})

test('54: with real services it warns about a weak secret, a test key and an address without TLS', () => {
  const good = { ...address, ...mail, ...sms, ...stripe }
  const warningsOf = (env: Record<string, string>) => readConfig({ ...good, ...env }).warnings
  expect(warningsOf({})).toEqual([])
  for (const PUBLIC_URL of ['', 'http://parkit.example'])
    expect(warningsOf({ PUBLIC_URL })).toEqual([expect.stringContaining('https:')])
  expect(warningsOf({ STRIPE_SECRET_KEY: `sk_test_${'1'.repeat(24)}`, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual([
    expect.stringContaining('test key'),
  ])
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'TWILIO_AUTH_TOKEN']) {
    expect(warningsOf({ [name]: 'changeme' }), name).toEqual([expect.stringContaining(`${name} is short`)])
    expect(warningsOf({ [name]: 'changeme' }).join(), name).not.toContain('changeme')
  }
  expect(readConfig({}).warnings).toEqual([])
})

test('49: X-Forwarded-For is believed from configured proxies only: there is no default', () => {
  const demo = { PARKIT_SANDBOX: '1' }
  for (const NODE_ENV of ['', 'production']) expect(readConfig({ ...demo, NODE_ENV }).proxies).toEqual([])
  expect(readConfig({ ...demo, TRUST_PROXY: '203.0.113.7, 2001:db8::/32' }).proxies).toEqual([
    '203.0.113.7',
    '2001:db8::/32',
  ])
  for (const TRUST_PROXY of ['true', '*', '1', 'proxy.example'])
    expect(problemsOf({ ...demo, TRUST_PROXY })).toEqual([expect.stringContaining('TRUST_PROXY')])
})

test('test keys and live keys never meet', () => {
  const all = { ...address, ...mail, ...sms, ...stripe }
  for (const mixed of [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, { STRIPE_SECRET_KEY: `rk_test_${'1'.repeat(24)}` }])
    expect(problemsOf({ ...all, ...mixed })).toEqual([expect.stringMatching(/is a (live|test) key/)])
})

test('PUBLIC_URL is an address', () => {
  for (const PUBLIC_URL of ['parkit.example', 'ftp://parkit.example', 'https://'])
    expect(problemsOf({ PARKIT_SANDBOX: '1', PUBLIC_URL })).toEqual([expect.stringContaining('PUBLIC_URL')])
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
})

test('5: text messages go to the configured countries, the US by default, up to a daily limit', () => {
  const real = { ...mail, ...sms, ...stripe }
  expect(readConfig(real).sms).toMatchObject({ countries: ['US'], perDay: 5_000 })
  expect(readConfig({ ...real, SMS_COUNTRIES: 'US, CA,IN', SMS_PER_DAY: '200' }).sms).toMatchObject({
    countries: ['US', 'CA', 'IN'],
    perDay: 200,
  })
  expect(problemsOf({ ...real, SMS_COUNTRIES: 'usa' })).toEqual([expect.stringContaining('SMS_COUNTRIES')])
  for (const SMS_PER_DAY of ['0', 'all', '1.5'])
    expect(problemsOf({ ...real, SMS_PER_DAY })).toEqual([expect.stringContaining('SMS_PER_DAY')])
})

test.each(['x', '-1', '65536', '80.5'])('PORT=%s is reported', port => {
  expect(problemsOf({ PORT: port })).toEqual([`PORT is no port: ${port}`])
})

test('numbers on signs are short codes or have a country code', () => {
  expect(readConfig({ SIGN_TEXT_NUMBER: '72754', SIGN_PHONE: '+13125550150' })).toMatchObject({
    textNumber: '72754',
    signPhone: '+13125550150',
  })
  expect(readConfig({})).toMatchObject({ textNumber: null, signPhone: null })
  expect(problemsOf({ SIGN_TEXT_NUMBER: '312 555 0150', SIGN_PHONE: 'x' })).toEqual([
    expect.stringContaining('SIGN_TEXT_NUMBER'),
    expect.stringContaining('SIGN_PHONE'),
  ])
})

test('the time zone of the books has an IANA name', () => {
  expect(problemsOf({ HOUSE_TIME_ZONE: 'Europe/Berlin' })).toEqual([])
  expect(problemsOf({ HOUSE_TIME_ZONE: 'Chicago' })).toEqual([expect.stringContaining('HOUSE_TIME_ZONE')])
})

test('hosts inside the network that feeds may be read from have no path and no scheme', () => {
  expect(readConfig({ FEED_PRIVATE_HOSTS: '127.0.0.1:8080, feeds.internal' })).toMatchObject({
    feedPrivateHosts: ['127.0.0.1:8080', 'feeds.internal'],
  })
  expect(readConfig({}).feedPrivateHosts).toEqual([])
  for (const host of ['http://a', 'a/b', 'me@a'])
    expect(problemsOf({ FEED_PRIVATE_HOSTS: host })).toEqual([expect.stringContaining('FEED_PRIVATE_HOSTS')])
})

test('an unknown log level is reported, and so is every other problem', () => {
  expect(problemsOf({ LOG_LEVEL: 'loud', PORT: 'x' })).toEqual([
    'PORT is no port: x',
    expect.stringContaining('LOG_LEVEL'),
  ])
})
