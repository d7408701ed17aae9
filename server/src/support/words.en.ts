// What support answers, in English.
export const en = {
  feedbackThanks: 'Thank you for telling us.',
}
export type Words = typeof en
