// The words of the question on arrival, English.
export const en = {
  title: (name: string) => `Parking at ${name}?`,
  text: (zone: string) => `Looks like you’re in zone ${zone}. Check the sign, then start parking.`,
  start: 'Start parking',
  notNow: 'Not now',
}
