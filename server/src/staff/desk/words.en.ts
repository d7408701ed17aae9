// What the desk writes to staff, in English.
export const en = {
  done: 'Done.',
  codeSubject: (code: string) => `${code} is your code for the ParkIt desk`,
  codeMail: (code: string, minutes: number) =>
    `Your code for the ParkIt desk is ${code}.\n\nIt works once, within ${minutes} minutes. You didn’t sign in? Then somebody has your password: ask whoever leads the desk for a new invitation.\n`,
  inviteSubject: 'Your invitation to the ParkIt desk',
  inviteMail: (name: string, link: string, days: number) =>
    `${name} invites you to answer drivers at the ParkIt desk. Choose a name and a password here:\n\n${link}\n\nThe link works once, within ${days} days.\n`,
}
export type Words = typeof en
