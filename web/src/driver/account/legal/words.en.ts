// The terms and the privacy notice, English.
import { code, plan, quoteSeconds, token, wallet } from '@parkit/contract/platform/limits'
import { moneyText } from '@parkit/contract/platform/money'

const dollars = (cents: number) => moneyText(cents / 100)

/** What each city sets, said after the lines. */
type ByCity = {
  fee: (city: string, fee: string) => string
  freeCancel: (city: string, seconds: number, ofPlate: number, ofAccount: number) => string
}
export type Text = { title: string; lead: string; parts: { title: string; lines: string[]; byCity?: ByCity }[] }

export const en: { terms: Text; privacy: Text } = {
  terms: {
    title: 'Terms',
    lead: 'ParkIt helps you find parking, pay for your time, and keep the receipt.',
    parts: [
      {
        title: 'Your account',
        lines: [
          'Your account is for one person. Use your own name, email, and phone, and don’t share your password or codes. Anyone who has them can park at your expense.',
          'You can look around as a guest. To pay for parking, you need an account.',
        ],
      },
      {
        title: 'What you pay',
        lines: [
          `You see the full price before you start, and it’s good for ${quoteSeconds / 60} minutes. Each session has one service fee, which the city sets. There’s no fee when you add time or park with Deluxe.`,
          `Deluxe is ${dollars(plan.deluxeCents)} a month and renews until you cancel. If you cancel, you keep it through the month you paid for. If we can’t charge your card, you have ${plan.graceDays} more days to choose another.`,
          'Stop soon after you start and we refund everything, fee included, as often as your city allows. After that, we refund unused time where the place allows it. You’ll see which before you stop.',
        ],
        byCity: {
          fee: (city, fee) => `${city}: the service fee is ${fee}.`,
          freeCancel: (city, seconds, plate, account) =>
            `${city}: stop within ${seconds} seconds for a full refund, up to ${plate} a day per plate and zone and ${account} a day per account.`,
        },
      },
      {
        title: 'Your wallet',
        lines: [
          `You can add ${dollars(wallet.leastAddCents)} to ${dollars(wallet.mostAddCents)} at a time and hold up to ${dollars(wallet.mostCents)}. Your wallet pays for parking. It isn’t a bank account and earns no interest.`,
        ],
      },
      {
        title: 'On the street',
        lines: [
          'The posted sign always wins. Check the zone and plate before you start. Paying for another zone or plate doesn’t cover your car.',
          'Places report how many spaces are open. A space can be taken before you arrive.',
          'Keep an eye on your time. Moving your car or adding time is up to you.',
        ],
      },
      {
        title: 'Sandbox',
        lines: [
          'When you see “Sandbox”, this is a demo. Cards are test cards, no real money moves, no messages go out, and a session doesn’t let you park.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy Notice',
    lead: 'What we keep, why, and where.',
    parts: [
      {
        title: 'On our server',
        lines: [
          'Your name, email, phone number, and language. Your password only as a hash that can’t be turned back into the password.',
          'Your vehicles: make, model, color, year, plate, and state. If you remove a vehicle, it leaves your list, but its record stays because receipts refer to it.',
          'Your sessions, receipts, and wallet activity, as proof of what you paid.',
          `Sign-ins: up to ${token.mostPerDriver} at a time, each for up to ${token.days} days, as hashes. With each, its browser and system, such as “Chrome on Windows”, and when it was last used. Logout ends the sign-in you’re using. For a passkey, we keep its public key, its name, and when it was used. Your face or finger never leaves your device. A one-time code works once and expires in ${code.minutes} minutes.`,
        ],
      },
      {
        title: 'Cards',
        lines: [
          'Your card number goes to the card provider and never reaches ParkIt. We keep what we charged and whether the payment went through.',
        ],
      },
      {
        title: 'Your location',
        lines: [
          'We ask for your location only when you look for parking near you. It’s used for that search and isn’t saved to your account.',
        ],
      },
      {
        title: 'On this device',
        lines: [
          'Your sign-in and user record, language, and theme. Your active sessions and latest receipts, which open without a connection. Parts of the map, and a vehicle you’ve started to add. Logout clears your sign-in, sessions, receipts, and that vehicle. Until you close the tab, we also keep what you entered to create an account, without the password.',
          'We use no advertising and no trackers. One cookie picks the first screen you see. It stores whether you’re signed in and parked, your language, and your theme, and nothing that names you. Another belongs to your sign-in, which doesn’t work without its random secret. A third, kept for up to 400 days, shows that your account signed in on this device before, which stops strangers from locking you out.',
        ],
      },
      {
        title: 'Who else sees it',
        lines: [
          'Email and text services get your address or number to deliver a message. The card provider gets what a payment needs. We don’t sell your data.',
        ],
      },
      {
        title: 'Guests',
        lines: ['A guest has no account. We keep nothing about guests on the server.'],
      },
      {
        title: 'Sandbox',
        lines: [
          'When you see “Sandbox”, we don’t send messages. We keep them on the server for a day, and one-time codes show on the screen. Don’t use a password you use elsewhere.',
        ],
      },
      {
        title: 'Your choices',
        lines: [
          'Download your data or delete your account at any time under Account. We refund the money left in your wallet to your card first. Payment records stay as proof, without your name.',
        ],
      },
    ],
  },
}
