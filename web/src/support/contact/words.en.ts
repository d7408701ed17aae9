// How to reach the city without an account, English.
export const en = {
  title: 'Reach us without an account',
  /** which of the two there is */
  text: (phone: boolean, email: boolean) =>
    `${phone && email ? 'Call or email.' : phone ? 'Call us.' : 'Email us.'} You don’t need to sign in, and ParkIt doesn’t store who asks.`,
  call: (phone: string) => `Call ${phone}`,
  relay: 'Call 711 relay',
  relayText: (phone: string) =>
    `If you’re deaf, hard of hearing, or have a speech disability, give the operator ${phone}.`,
  email: (address: string) => `Email ${address}`,
  failed: 'Our phone number and email didn’t load.',
}
