// The sandbox's test cards, after Stripe's published ones. Of a number only brand and last four are stored.

export type Decline = { code: string; decline_code: string; message: string }

type Behaviour = {
  /** refused when charged; also when saved, unless `saves` */
  decline?: Decline
  saves?: true
  /** 3-D Secure: on every payment, until the card was set up once, or only on session */
  challenge?: 'always' | 'untilSetUp' | 'present'
  /** the later outcome of a refund to it; else it succeeds at once */
  refund?: 'succeeds' | 'fails'
  /** its payments are disputed, and how that ends; `asked`: an inquiry that takes no money back */
  dispute?: 'won' | 'lost' | 'asked'
}

const declines = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  fraudulent: { code: 'card_declined', message: 'Your card was declined.' },
  card_velocity_exceeded: {
    code: 'card_declined',
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: 'Your card’s security code is incorrect.' },
  authentication_required: {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

/** The driver did not pass his bank's question. */
export const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

export const decline = (decline_code: keyof typeof declines): Decline => ({ ...declines[decline_code], decline_code })

const behaviours = {
  succeeds: {},
  fails_later: { decline: decline('generic_decline'), saves: true },
  generic_decline: { decline: decline('generic_decline') },
  insufficient_funds: { decline: decline('insufficient_funds') },
  lost_card: { decline: decline('lost_card') },
  stolen_card: { decline: decline('stolen_card') },
  fraudulent: { decline: decline('fraudulent') },
  card_velocity_exceeded: { decline: decline('card_velocity_exceeded') },
  expired_card: { decline: decline('expired_card') },
  incorrect_cvc: { decline: decline('incorrect_cvc') },
  processing_error: { decline: decline('processing_error') },
  challenge: { challenge: 'always' },
  challenge_until_set_up: { challenge: 'untilSetUp' },
  challenge_when_present: { challenge: 'present' },
  challenge_then_decline: { challenge: 'always', decline: decline('generic_decline') },
  challenge_then_no_funds: { challenge: 'always', decline: decline('insufficient_funds') },
  challenge_then_error: { challenge: 'always', decline: decline('processing_error') },
  refund_succeeds_later: { refund: 'succeeds' },
  refund_fails_later: { refund: 'fails' },
  dispute_lost: { dispute: 'lost' },
  dispute_won: { dispute: 'won' },
  dispute_asked: { dispute: 'asked' },
} satisfies Record<string, Behaviour>

type BehaviourName = keyof typeof behaviours
export const behaviourOf = (name: string): Behaviour => behaviours[name as BehaviourName]

type Funding = 'credit' | 'debit' | 'prepaid'

const numbers: Record<string, [brand: string, behaviour: BehaviourName, funding?: Funding]> = {
  '4242424242424242': ['visa', 'succeeds'],
  '4000056655665556': ['visa', 'succeeds', 'debit'],
  '5555555555554444': ['mastercard', 'succeeds'],
  '2223003122003222': ['mastercard', 'succeeds'],
  '5200828282828210': ['mastercard', 'succeeds', 'debit'],
  '5105105105105100': ['mastercard', 'succeeds', 'prepaid'],
  '378282246310005': ['amex', 'succeeds'],
  '371449635398431': ['amex', 'succeeds'],
  '6011111111111117': ['discover', 'succeeds'],
  '6011000990139424': ['discover', 'succeeds'],
  '6011981111111113': ['discover', 'succeeds', 'debit'],
  '3056930009020004': ['diners', 'succeeds'],
  '36227206271667': ['diners', 'succeeds'],
  '3566002020360505': ['jcb', 'succeeds'],
  '6200000000000005': ['unionpay', 'succeeds'],
  '6200000000000047': ['unionpay', 'succeeds', 'debit'],
  '6205500000000000004': ['unionpay', 'succeeds'],
  '4000000000000341': ['visa', 'fails_later'],
  '4000000000000002': ['visa', 'generic_decline'],
  '4000000000009995': ['visa', 'insufficient_funds'],
  '4000000000009987': ['visa', 'lost_card'],
  '4000000000009979': ['visa', 'stolen_card'],
  '4000000000006975': ['visa', 'card_velocity_exceeded'],
  '4100000000000019': ['visa', 'fraudulent'],
  '4000000000000069': ['visa', 'expired_card'],
  '4000000000000127': ['visa', 'incorrect_cvc'],
  '4000000000000119': ['visa', 'processing_error'],
  '4000002760003184': ['visa', 'challenge'],
  '4000000000003220': ['visa', 'challenge'],
  '4000000000003063': ['visa', 'challenge'],
  // 3-D Secure is supported, but not required
  '4000000000003055': ['visa', 'succeeds'],
  '4000003800000446': ['visa', 'challenge_when_present'],
  '4000002500003155': ['visa', 'challenge_until_set_up'],
  '4000008400001629': ['visa', 'challenge_then_decline'],
  '4000008260003178': ['visa', 'challenge_then_no_funds'],
  '4000008400001280': ['visa', 'challenge_then_error'],
  '4000000000007726': ['visa', 'refund_succeeds_later'],
  '4000000000005126': ['visa', 'refund_fails_later'],
  '4000000000000259': ['visa', 'dispute_lost'],
  '4000000000002685': ['visa', 'dispute_won'],
  '4000000000001976': ['visa', 'dispute_asked'],
}

/** Ids that Stripe's test mode takes in place of a number. */
const testIds: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_mastercard_debit: '5200828282828210',
  pm_card_mastercard_prepaid: '5105105105105100',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_diners: '3056930009020004',
  pm_card_jcb: '3566002020360505',
  pm_card_unionpay: '6200000000000005',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedLostCard: '4000000000009987',
  pm_card_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeDeclinedFraudulent: '4100000000000019',
  pm_card_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequiredSetupForOffSession: '4000003800000446',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  pm_card_threeDSecureRequired: '4000000000003063',
  pm_card_threeDSecureRequiredChargeDeclined: '4000008400001629',
  pm_card_threeDSecureRequiredProcessingError: '4000008400001280',
  pm_card_threeDSecureOptional: '4000000000003055',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_createDisputeInquiry: '4000000000001976',
}
export const numberOfTestId = (id: string): string | undefined => testIds[id]

export type TestCard = { brand: string; last4: string; funding: Funding; behaviour: BehaviourName }

const passesLuhn = (number: string) => {
  let sum = 0
  for (const [i, digit] of [...number].reverse().entries()) {
    const twice = Number(digit) * (i % 2 ? 2 : 1)
    sum += twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0
}

type CardProblem = { code: string; message: string; param: string; decline_code?: string }

/** What a typed card is, or what Stripe says is wrong with it. `today` is [year, month]. */
export const readCard = (
  { number, exp_month, exp_year, cvc }: { number: string; exp_month: number; exp_year: number; cvc: string },
  [year, month]: [number, number],
): TestCard | { problem: CardProblem } => {
  const problem = (code: string, message: string, param: string) => ({ problem: { code, message, param } })
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    return problem('incorrect_number', 'Your card number is incorrect.', 'number')
  if (!(exp_month >= 1 && exp_month <= 12))
    return problem('invalid_expiry_month', 'Your card’s expiration month is invalid.', 'exp_month')
  if (!(exp_year >= year && exp_year <= year + 50))
    return problem('invalid_expiry_year', 'Your card’s expiration year is invalid.', 'exp_year')
  if (exp_year === year && exp_month < month)
    return problem('invalid_expiry_month', 'Your card’s expiration month is invalid.', 'exp_month')
  const known = numbers[number]
  const cvcDigits = known?.[0] === 'amex' ? 4 : 3
  if (!/^\d+$/.test(cvc) || cvc.length !== cvcDigits)
    return problem('invalid_cvc', 'Your card’s security code is invalid.', 'cvc')
  if (!known) {
    return {
      problem: {
        code: 'card_declined',
        decline_code: 'test_mode_live_card',
        message: 'Your card was declined. This is a sandbox: use one of the test cards.',
        param: 'number',
      },
    }
  }
  return { brand: known[0], last4: number.slice(-4), behaviour: known[1], funding: known[2] ?? 'credit' }
}
