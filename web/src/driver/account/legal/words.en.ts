// The terms and the privacy notice, English.
import {
  code,
  freeCancelSeconds,
  plan,
  quoteSeconds,
  serviceFeeCents,
  token,
  wallet,
} from '@parkit/contract/platform/limits'
import { moneyText } from '@parkit/contract/platform/money'

const dollars = (cents: number) => moneyText(cents / 100)

export type Text = { title: string; lead: string; parts: { title: string; lines: string[] }[] }

export const en: { terms: Text; privacy: Text } = {
  terms: {
    title: 'Terms',
    lead: 'ParkIt finds parking, takes the payment for your time, and keeps the receipt.',
    parts: [
      {
        title: 'Your account',
        lines: [
          'An account belongs to one person. Give your own name, e-mail and phone number, and keep your password and codes to yourself: who has them can park at your cost.',
          'A guest can look around without an account. Paying for parking needs one.',
        ],
      },
      {
        title: 'What you pay',
        lines: [
          `You see the whole price before you start. It holds for ${quoteSeconds / 60} minutes. Each session carries one service fee, usually ${dollars(serviceFeeCents)}; adding time carries none, nor does a session you start with Deluxe.`,
          `Deluxe costs ${dollars(plan.deluxeCents)} a month and renews every month until you cancel it. Cancelled, it goes on until the month you paid ends. Where a renewal can’t be charged, you keep Deluxe for ${plan.graceDays} more days to choose another card; nothing is charged after them.`,
          `Stop within ${freeCancelSeconds} seconds and everything comes back, the fee included: once a day for a plate in a zone, three times a day for an account. After that, unused time comes back where the place refunds it; the screen says so before you stop.`,
        ],
      },
      {
        title: 'Your wallet',
        lines: [
          `You can add ${dollars(wallet.leastAddCents)} to ${dollars(wallet.mostAddCents)} at a time and hold up to ${dollars(wallet.mostCents)}. The wallet pays for parking; it is no bank account and earns no interest.`,
        ],
      },
      {
        title: 'On the street',
        lines: [
          'The sign at the place comes first. Check the zone number and the plate before you start: a payment for another zone or plate does not cover your car.',
          'Counts of free spaces are what the places report. A space can be taken before you arrive.',
          'Watch your time: moving the car or adding time is up to you.',
        ],
      },
      {
        title: 'Sandbox',
        lines: [
          'Where the screen says “Sandbox”, this ParkIt is for trying out: cards are test cards, no real money moves, messages are not sent, and a session there is no permission to park.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy notice',
    lead: 'What ParkIt keeps, why, and where.',
    parts: [
      {
        title: 'Kept on our server',
        lines: [
          'Your name, e-mail, phone number and language. Your password only as a hash that cannot be turned back.',
          'Your vehicles: make, model, color, year, plate and state. One you remove leaves your list; its record stays, because receipts point to it.',
          'Your parking sessions and receipts, and every movement of your wallet, since they are the proof of what was paid.',
          `Sign-ins: at most ${token.mostPerDriver} at a time, each for up to ${token.days} days, as hashes. With each, its browser and system, such as “Chrome on Windows”, and when it was last used. Logout ends the one you use. Of a passkey we keep its public key, its name, and when it was used; your face or finger never leaves your device. A one-time code works once, within ${code.minutes} minutes.`,
        ],
      },
      {
        title: 'Cards',
        lines: [
          'Your card number goes to the card provider and never reaches ParkIt. We keep what was charged and how it ended.',
        ],
      },
      {
        title: 'Where you are',
        lines: [
          'We ask for your position only when you look for parking near you. It goes along with that search; it is not added to your account.',
        ],
      },
      {
        title: 'Kept on this device',
        lines: [
          'Your sign-in and user record, language and theme, your running sessions and last receipts so that they open without a connection, and parts of the map; also a vehicle you have begun to add. Logout clears your sign-in, your sessions, your receipts and that vehicle. Until you close the tab: what you typed to create an account, without its password.',
          'We use no advertising and no trackers. One cookie picks the first picture you see: it says whether you are signed in and parked, your language and your theme, and nothing that names you. Another belongs to your sign-in: a random secret without which the rest of the sign-in is worth nothing. A third, for up to 400 days, shows that your account signed in on this device before, so that strangers can’t keep you out.',
        ],
      },
      {
        title: 'Who else sees it',
        lines: [
          'Mail and text services get your address or number to deliver a message; the card provider gets what a payment needs. We sell nothing.',
        ],
      },
      {
        title: 'Guests',
        lines: ['A guest has no account: nothing about a guest is kept on the server.'],
      },
      {
        title: 'Sandbox',
        lines: [
          'Where the screen says “Sandbox”, messages are not sent but kept on the server for a day, and a one-time code is shown on the screen. Don’t use a password you use elsewhere.',
        ],
      },
      {
        title: 'Your choices',
        lines: [
          'Download your data or delete your account at any time under Account. Money left in your wallet goes back to your card first. Records of payments stay as proof, without your name.',
        ],
      },
    ],
  },
}
