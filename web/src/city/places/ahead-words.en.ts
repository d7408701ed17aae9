// The words of a place's week ahead, English.
export const en = {
  title: 'This week',
  today: 'Today',
  /** of the time that is left of today */
  until: (time: string) => `Until ${time}`,
  restOfDay: 'Rest of today',
  later: 'After that',
  /** of a day on a list, such as a holiday, whose rules are not said here */
  otherRules: 'Rates may differ that day.',
  failed: 'The week ahead didn’t load.',
}
export type AheadWords = typeof en
