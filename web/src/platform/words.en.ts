// The units of time and rates, and what is said where the server did not say it, English.
export const en = {
  h: (_count: number) => 'h',
  min: 'min',
  days: (count: number) => `${count} days`,
  perHour: '/h',
  /** as recorded, its spelling included */
  unknownFault: 'An unkown exception has occur. Please Contact administrator',
}
