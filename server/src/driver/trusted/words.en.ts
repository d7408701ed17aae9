// What is sent about a trusted person, in English. `driver`: the driver's phone, as people write it.
export const en = {
  invite: ({ driver, link }: { driver: string; link: string }) => ({
    title: 'Get someone’s parking reminders?',
    body: `The driver at ${driver} wants us to remind you before their parking ends. Agree or decline: ${link}`,
  }),
  /** to the driver */
  agreed: ({ contact }: { contact: string }) => ({
    title: 'Someone now gets your reminders',
    body: `${contact} now gets your parking reminders too. Not what you want? In ParkIt, choose Account, then Trusted person.`,
  }),
}
export type Words = typeof en
