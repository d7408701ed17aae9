// Messages about automatic parking, in English. The body is complete without the subject, for text messages.
export const en = {
  extended: ({ name, plate, until, amount }: { name: string; plate: string; until: string; amount: string }) => ({
    subject: `Extended to ${until}`,
    body: `We extended your parking at ${name} to ${until} for ${amount}. Plate ${plate}. To stop this, turn off auto extend in the app.`,
  }),
  stays: ({ name, plate, until, why }: { name: string; plate: string; until: string; why: string }) => ({
    subject: `Not extended: ends at ${until}`,
    body: `We couldn’t extend your parking at ${name}. It ends at ${until}. ${why} Plate ${plate}.`,
  }),
  started: ({ name, plate, until, amount }: { name: string; plate: string; until: string; amount: string }) => ({
    subject: `Parking started at ${name}`,
    body: `The gate at ${name} read plate ${plate}. You paid ${amount} until ${until}. We’ll extend within your limits until you leave.`,
  }),
  notStarted: ({ name, plate, why }: { name: string; plate: string; why: string }) => ({
    subject: `Parking didn’t start at ${name}`,
    body: `We read plate ${plate} at ${name} but couldn’t start your parking. ${why} Start it in the app.`,
  }),
  stopped: ({ name, plate, back }: { name: string; plate: string; back: string | null }) => ({
    subject: `Parking stopped at ${name}`,
    body: `The gate at ${name} saw plate ${plate} leave, so we stopped your parking.${back ? ` We refunded ${back} to your wallet.` : ''}`,
  }),
  sharedSubject: (plate: string) => `Plate ${plate} has auto start in another account`,
  shared: {
    charged: (plate: string) =>
      `Another account also has auto start for plate ${plate}. You paid for the plate last, so we charged you. Is the plate only yours? Contact support.`,
    otherCharged: (plate: string) =>
      `Another account with auto start for plate ${plate} paid last, so you weren’t charged. Is the plate only yours? Start parking once and contact support.`,
    nobodyCharged: (plate: string) =>
      `Parking didn’t start for plate ${plate}. Two accounts have auto start for this plate and neither has paid for it. Start parking in the app.`,
  },
  because: {
    over_max_stay: 'That’s the max stay, so move your car.',
    zone_closed: 'This place is closed then.',
    closure: 'The city closes this zone then.',
    max_payment: 'It’d go over your Max Payment Amount.',
    insufficient_funds: 'Your wallet doesn’t have enough.',
    card_declined: 'Your card was declined.',
  },
}
export type Words = typeof en
