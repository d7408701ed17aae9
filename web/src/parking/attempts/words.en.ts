// What the app says without a signal, English.
import type { ConfirmationReason, Kind, State } from './attempt.ts'

const kinds: Record<Kind, string> = { start: 'Start parking', extend: 'Add time', stop: 'Stop parking' }

const waiting: Record<Kind, string> = {
  start: 'Not paid yet. Don’t count on being parked until we confirm.',
  extend: 'Not paid yet. Your parking ends at the old time until we confirm.',
  stop: 'Your parking stays active until we confirm.',
}
const outcomes: Record<State, string> = {
  waiting: 'Not confirmed yet',
  needsConfirmation: 'Needs your OK',
  accepted: 'Done',
  rejected: 'Didn’t go through',
  withdrawn: 'Canceled',
}
const not: Record<Kind, string> = { start: 'Not parked.', extend: 'Not extended.', stop: 'Not stopped.' }

type Asked = { pressed: string; was: string; total: string; stay: string; end: string }
const why: Record<ConfirmationReason, (of: Asked) => string> = {
  unpriced: ({ stay, total, end }) => `${stay}, until ${end}: ${total}. Pay ${total}?`,
  dearer: ({ was, total, end }) => `The price went from ${was} to ${total}, until ${end}. Pay ${total}?`,
  late: ({ pressed, total, end }) =>
    `You asked at ${pressed}. The price is now ${total}, until ${end}. Still want to park?`,
  changed: ({ stay, total, end }) => `You can get only ${stay} now: ${total}, until ${end}. Pay ${total}?`,
  full: ({ total, end }) =>
    `The operator now reports this place full. Are you already in a space? ${total}, until ${end}.`,
}

export const en = {
  // what was tried
  tried: 'Offline requests',
  triedText: 'What you asked for while offline, when and where, and what happened.',
  kinds,
  waiting,
  outcomes,
  not,
  why,
  pressedAt: (time: string) => `Requested at ${time}. Not confirmed yet.`,
  sentLater: 'We’ll keep sending it until we confirm. It counts once.',
  sendNow: 'Try now',
  takeBack: 'Cancel request',
  yesPay: (total: string) => `Yes, pay ${total}`,
  no: 'No, cancel it',
  startLater: 'Start when I’m online',
  extendLater: 'Extend when I’m online',
  stopLater: 'Stop when I’m online',
  noPrice: 'We can’t get the price offline. We’ll ask before you pay.',
  parkedUntil: (time: string) => `Parked until ${time}.`,
  extendedUntil: (time: string) => `Extended until ${time}.`,
  stoppedAt: (time: string) => `Stopped at ${time}.`,
  paid: (amount: string) => `You paid ${amount} total.`,
  bankAsks: 'Your bank needs to verify it’s you. Start again when you’re online.',
  notKept: 'This browser can’t save requests, so we didn’t send yours. Try again when you’re online.',
  mayHaveArrived: 'If your request went through, your session is on Home.',
  view: 'View',
  answer: 'Answer',
  open: (count: number) =>
    count === 1 ? '1 offline request waiting for you' : `${count} offline requests waiting for you`,
  none: 'No offline requests',
  noneText: 'What you ask for while offline is saved here as proof.',
  triedFailed: 'Offline requests from your other devices didn’t load.',
  // the evidence
  when: 'Requested at',
  place: 'Place',
  position: 'Location',
  noPosition: 'Not shared',
  within: (feet: number) => `within ${feet} ft`,
  plate: 'Plate',
  wanted: 'Request',
  shownPrice: 'Price shown',
  sentUnanswered: 'Tries without a reply',
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  answered: 'Reply received',
  reached: 'Reached ParkIt',
  notReached: 'Not yet',
  outcome: 'Result',
  session: 'Session',
  reference: 'Reference',
  share: 'Share',
  save: 'Save as file',
  copied: 'Copied',
  copyFailed: 'This browser can’t share. Save your request as a file instead.',
}
