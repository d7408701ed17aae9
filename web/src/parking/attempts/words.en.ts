// What the app says without a signal, English.
import type { ConfirmationReason, Kind, State } from './attempt.ts'

const kinds: Record<Kind, string> = { start: 'Start parking', extend: 'Add time', stop: 'Stop parking' }

const waiting: Record<Kind, string> = {
  start: 'Not yet paid: don’t count on being parked until ParkIt answers.',
  extend: 'Not yet paid: the session ends as before until ParkIt answers.',
  stop: 'The session runs on until ParkIt answers.',
}
const outcomes: Record<State, string> = {
  waiting: 'No answer yet',
  needsConfirmation: 'Waits for you',
  accepted: 'Done',
  rejected: 'Refused',
  withdrawn: 'Taken back',
}
const not: Record<Kind, string> = { start: 'Not parked.', extend: 'Not extended.', stop: 'Not stopped.' }

type Asked = { pressed: string; was: string; total: string; stay: string; end: string }
const why: Record<ConfirmationReason, (of: Asked) => string> = {
  unpriced: ({ stay, total, end }) => `${stay}, until ${end}: ${total}. Pay that?`,
  dearer: ({ was, total, end }) => `It was ${was} and now costs ${total}, until ${end}. Pay that?`,
  late: ({ pressed, total, end }) =>
    `You pressed at ${pressed}, a while ago. Now it costs ${total}, until ${end}. Still want it?`,
  changed: ({ stay, total, end }) => `Now only ${stay} are possible: ${total}, until ${end}. Pay that?`,
  full: ({ total, end }) =>
    `The operator now counts this place as full. Are you standing in a space? ${total}, until ${end}.`,
}

export const en = {
  // what was tried
  tried: 'Tried without a signal',
  triedText: 'What you pressed while ParkIt could not be reached: when, where, and what came of it.',
  kinds,
  waiting,
  outcomes,
  not,
  why,
  pressedAt: (time: string) => `Pressed at ${time}, no answer yet.`,
  sentLater: 'It is sent until ParkIt answers, and counts once.',
  sendNow: 'Try now',
  takeBack: 'Don’t send it',
  yesPay: (total: string) => `Yes, pay ${total}`,
  no: 'No, leave it',
  startLater: 'Start when there is a signal',
  extendLater: 'Extend when there is a signal',
  stopLater: 'Stop when there is a signal',
  noPrice: 'Without a signal the price is not known. You are asked before anything is paid.',
  parkedUntil: (time: string) => `Parked until ${time}.`,
  extendedUntil: (time: string) => `Extended until ${time}.`,
  stoppedAt: (time: string) => `Stopped at ${time}.`,
  paid: (amount: string) => `You paid ${amount} in all.`,
  bankAsks: 'Your bank wants to ask you first. Start again while there is a signal.',
  notKept: 'This browser keeps nothing, so it was not sent. Try again with a signal.',
  mayHaveArrived: 'If it arrived all the same, your session shows on Home.',
  view: 'View',
  answer: 'Answer',
  open: (count: number) => (count === 1 ? '1 press waits for an answer' : `${count} presses wait for an answer`),
  none: 'Nothing tried',
  noneText: 'What you press without a signal is kept here, as evidence you can show.',
  triedFailed: 'What you tried on other devices didn’t load.',
  // the evidence
  when: 'Pressed',
  place: 'Place',
  position: 'Position',
  noPosition: 'Not shared',
  within: (metres: number) => `within ${metres} m`,
  plate: 'Plate',
  wanted: 'Wanted',
  shownPrice: 'Price shown',
  sentUnanswered: 'Tried without an answer',
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  answered: 'Answered',
  reached: 'Reached ParkIt',
  notReached: 'Not yet',
  outcome: 'Outcome',
  session: 'Session',
  reference: 'Reference',
  share: 'Share',
  save: 'Save as file',
  copied: 'Copied',
  copyFailed: 'This browser can’t share. Save it as a file instead.',
}
