// What the desk writes to staff, in English.
export const en = {
  done: 'Done.',
  codeSubject: (code: string) => `${code} is your ParkIt desk code`,
  codeMail: (code: string, minutes: number) =>
    `Your ParkIt desk code is ${code}. It expires in ${minutes} minutes and works once.\n\nIf you didn’t sign in, someone has your password. Ask your desk lead for a new invitation.\n`,
  inviteSubject: 'Your invitation to the ParkIt desk',
  inviteMail: (name: string, link: string, days: number) =>
    `${name} invited you to help drivers at the ParkIt desk. Choose a name and password here:\n\n${link}\n\nThe link works once and expires in ${days} days.\n`,
}
export type Words = typeof en
