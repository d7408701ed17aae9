// Messages about automatic parking, in English. The body is complete without the subject, for text messages.
export const en = {
  extended: ({ name, plate, until, amount }: { name: string; plate: string; until: string; amount: string }) => ({
    subject: `Extended to ${until}`,
    body: `ParkIt extended your parking at ${name} to ${until}. Plate ${plate}, ${amount}. To stop this, switch off auto extend on the parking session screen.`,
  }),
  stays: ({ name, plate, until, why }: { name: string; plate: string; until: string; why: string }) => ({
    subject: `Not extended: your parking ends at ${until}`,
    body: `Your parking at ${name} ends at ${until} and was not extended: ${why} Plate ${plate}.`,
  }),
  started: ({ name, plate, until, amount }: { name: string; plate: string; until: string; amount: string }) => ({
    subject: `Parking started at ${name}`,
    body: `The gate at ${name} saw plate ${plate}, and ParkIt started your parking: ${amount}, paid until ${until}. It goes on until you leave, within your limits.`,
  }),
  notStarted: ({ name, plate, why }: { name: string; plate: string; why: string }) => ({
    subject: `Parking did not start at ${name}`,
    body: `The gate at ${name} saw plate ${plate}, but ParkIt did not start your parking: ${why} Start it yourself in the app.`,
  }),
  stopped: ({ name, plate, back }: { name: string; plate: string; back: string | null }) => ({
    subject: `Parking stopped at ${name}`,
    body: `The gate at ${name} saw plate ${plate} leave, and ParkIt stopped your parking.${back ? ` ${back} for unused time went back to your wallet.` : ''}`,
  }),
  sharedSubject: (plate: string) => `Another account also starts plate ${plate}`,
  shared: {
    charged: (plate: string) =>
      `Another ParkIt account also starts parking automatically for plate ${plate}. You paid for it last, so your account was charged. If the plate is only yours, contact support.`,
    otherCharged: (plate: string) =>
      `Another ParkIt account also starts parking automatically for plate ${plate}. It paid for the plate last, so it was charged and you were not. If the plate is only yours, park it once yourself and contact support.`,
    nobodyCharged: (plate: string) =>
      `A gate saw plate ${plate}. Another ParkIt account also starts it automatically, and neither has paid for it yet, so parking did not start. Start it yourself in the app.`,
  },
  because: {
    over_max_stay: 'this is the longest stay here. Move your car by then.',
    zone_closed: 'the place closes. Move your car by then.',
    max_payment: 'it would go beyond your Max Payment Amount.',
    insufficient_funds: 'your wallet is short. Add money and extend.',
    card_declined: 'your card was declined.',
  },
}
export type Words = typeof en
