// The units of time and rates, English.
export const en = {
  h: (_count: number) => 'h',
  min: 'min',
  days: (count: number) => `${count} days`,
  perHour: '/h',
}
