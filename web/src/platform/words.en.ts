// The units of time and rates, English.
export const en = {
  h: 'h',
  min: 'min',
  days: (count: number) => `${count} days`,
  perHour: '/h',
}
