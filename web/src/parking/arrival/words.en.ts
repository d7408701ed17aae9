// The words of the question on arrival, English.
export const en = {
  title: (name: string) => `Parking at ${name}?`,
  text: (zone: string) => `You seem to be at zone ${zone}. Check the sign, and start the clock.`,
  start: 'Start parking',
  notNow: 'Not now',
}
