// What the page of a shared link says, English.
export const en = {
  title: 'Parked until',
  parkedUntil: (time: string) => `Parked until ${time}`,
  left: (left: string) => `${left} left`,
  leftHead: 'Time left',
  endedTitle: 'This link has ended',
  endedText: 'The parking is over, or the driver stopped sharing.',
  failed: 'The time left didn’t load',
  failedText: 'Check your connection and try again.',
  stale: (time: string) => `As of ${time}. The driver may have added time since.`,
  private: 'You see the place and the time left, and nothing about the driver.',
  open: 'Find parking with ParkIt',
}
