// The sandbox's test cards, after Stripe's published ones: what each does. Of a number only brand and last four are kept.

export type Decline = { code: string; decline_code: string; message: string }

type Behaviour = {
  /** refused when charged; also when saved, unless `saves` */
  decline?: Decline
  saves?: true
  /** 3-D Secure: on every payment, or until the card was set up once */
  challenge?: 'always' | 'untilSetUp'
  /** what a refund to it comes to a while later; else it succeeds at once */
  refund?: 'succeeds' | 'fails'
  /** its owner goes to his bank after a payment, and how that ends; `asked`: the bank only asks */
  dispute?: 'won' | 'lost' | 'asked'
}

const declines = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: 'Your card’s security code is incorrect.' },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

export const decline = (decline_code: keyof typeof declines): Decline => ({ ...declines[decline_code], decline_code })

const behaviours = {
  succeeds: {},
  fails_later: { decline: decline('generic_decline'), saves: true },
  generic_decline: { decline: decline('generic_decline') },
  insufficient_funds: { decline: decline('insufficient_funds') },
  lost_card: { decline: decline('lost_card') },
  stolen_card: { decline: decline('stolen_card') },
  expired_card: { decline: decline('expired_card') },
  incorrect_cvc: { decline: decline('incorrect_cvc') },
  processing_error: { decline: decline('processing_error') },
  challenge: { challenge: 'always' },
  challenge_until_set_up: { challenge: 'untilSetUp' },
  challenge_then_decline: { challenge: 'always', decline: decline('generic_decline') },
  challenge_then_no_funds: { challenge: 'always', decline: decline('insufficient_funds') },
  refund_succeeds_later: { refund: 'succeeds' },
  refund_fails_later: { refund: 'fails' },
  dispute_lost: { dispute: 'lost' },
  dispute_won: { dispute: 'won' },
  dispute_asked: { dispute: 'asked' },
} satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours
export const behaviourOf = (name: string): Behaviour => behaviours[name as BehaviourName]

const numbers: Record<string, [brand: string, behaviour: BehaviourName]> = {
  '4242424242424242': ['visa', 'succeeds'],
  '4000056655665556': ['visa', 'succeeds'],
  '5555555555554444': ['mastercard', 'succeeds'],
  '2223003122003222': ['mastercard', 'succeeds'],
  '378282246310005': ['amex', 'succeeds'],
  '371449635398431': ['amex', 'succeeds'],
  '6011111111111117': ['discover', 'succeeds'],
  '3056930009020004': ['diners', 'succeeds'],
  '3566002020360505': ['jcb', 'succeeds'],
  '6200000000000005': ['unionpay', 'succeeds'],
  '4000000000000341': ['visa', 'fails_later'],
  '4000000000000002': ['visa', 'generic_decline'],
  '4000000000009995': ['visa', 'insufficient_funds'],
  '4000000000009987': ['visa', 'lost_card'],
  '4000000000009979': ['visa', 'stolen_card'],
  '4000000000000069': ['visa', 'expired_card'],
  '4000000000000127': ['visa', 'incorrect_cvc'],
  '4000000000000119': ['visa', 'processing_error'],
  '4000002760003184': ['visa', 'challenge'],
  '4000000000003220': ['visa', 'challenge'],
  '4000002500003155': ['visa', 'challenge_until_set_up'],
  '4000008400001629': ['visa', 'challenge_then_decline'],
  '4000008260003178': ['visa', 'challenge_then_no_funds'],
  '4000000000007726': ['visa', 'refund_succeeds_later'],
  '4000000000005126': ['visa', 'refund_fails_later'],
  '4000000000000259': ['visa', 'dispute_lost'],
  '4000000000002685': ['visa', 'dispute_won'],
  '4000000000001976': ['visa', 'dispute_asked'],
}

/** Ids that Stripe's test mode takes in place of a number. */
const magic: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_createDisputeInquiry: '4000000000001976',
}
export const numberOfMagicId = (id: string): string | undefined => magic[id]

export type TestCard = { brand: string; last4: string; behaviour: BehaviourName }

const sumsUp = (number: string) => {
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
  if (!/^\d{12,19}$/.test(number) || !sumsUp(number))
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
        param: '',
      },
    }
  }
  return { brand: known[0], last4: number.slice(-4), behaviour: known[1] }
}
