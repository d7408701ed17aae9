// What paid for a session: the wallet in the language of the screen, a card by the name it was kept under.
import type { Session } from '@parkit/contract/parking/sessions'

export const paidVia = ({ PaidVia }: Pick<Session, 'PaidVia'>, wallet: string): string =>
  PaidVia.toLowerCase() === 'wallet' ? wallet : PaidVia
