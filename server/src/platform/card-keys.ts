// Which of the card provider's keys this process runs with, and which rows were made with: rows of other keys are left alone.
export type CardKeys = { provider: 'sandbox' | 'stripe'; mode: 'test' | 'live' }

/** Stripe's keys name their mode; the sandbox moves no real money. */
export const modeOf = (secretKey: string): CardKeys['mode'] => (/^[rs]k_live_/.test(secretKey) ? 'live' : 'test')

export const cardKeysOf = (stripe: { secretKey: string } | null): CardKeys =>
  stripe ? { provider: 'stripe', mode: modeOf(stripe.secretKey) } : { provider: 'sandbox', mode: 'test' }
