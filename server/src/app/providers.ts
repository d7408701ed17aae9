// Outside services: the real mail, SMS and card providers where they are configured, else the sandbox's stand-ins.
import { createMailSender, createSmsSender, type Mail } from '#messaging/senders/senders.ts'
import { createStripe } from '#money/cards/cards.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import type { Channel, Sender } from '#platform/outbox.ts'
import { createSandboxMessages, createSandboxStripe, storeSandboxMessages } from '#sandbox/sandbox.ts'

type SenderDeps = {
  db: Database
  config: Pick<Config, Channel | 'logLevel'>
  /** prints the sandbox's messages to the terminal */
  print?: (line: string) => void
}
type SendMail = (mail: Mail, now: Temporal.Instant) => Promise<void>

export const createSenders = ({ db, config, print = console.log }: SenderDeps): { mail: SendMail; sms: Sender } => {
  const sandbox = createSandboxMessages(db.pool, config.logLevel === 'silent' ? () => {} : print)
  return {
    mail: config.mail ? createMailSender(config.mail) : sandbox,
    sms: config.sms ? createSmsSender(config.sms) : sandbox,
  }
}

/** Keeps each push beside the messages of the sandbox's outbox; none where nothing is a stand-in. */
export const pushRecorder = ({ db, config }: { db: Database; config: Pick<Config, 'sandbox'> }) =>
  config.sandbox
    ? (push: Parameters<typeof storeSandboxMessages>[1][number], now: Temporal.Instant) =>
        storeSandboxMessages(db.pool, [push], now)
    : null

type CardDeps = {
  db: Database
  clock: Clock
  config: Pick<Config, 'stripe'>
  /** calls the sandbox takes, as many as Stripe's live mode does; null: any number */
  callsPerSecond?: number | null
  /** wraps what calls the provider */
  wrapFetch?: (send: typeof fetch) => typeof fetch
}

export const createCardProvider = ({ db, clock, config, callsPerSecond = null, wrapFetch = f => f }: CardDeps) => {
  if (config.stripe)
    return { sandbox: null, provider: createStripe({ name: 'stripe', ...config.stripe, fetch: wrapFetch(fetch) }) }
  const sandbox = createSandboxStripe({ db, clock, callsPerSecond })
  return { sandbox, provider: createStripe({ name: 'sandbox', ...sandbox, fetch: wrapFetch(sandbox.fetch) }) }
}
