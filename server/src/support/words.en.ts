// What support answers, in English.
export const en = {
  feedbackThanks: 'Thank you for telling us.',
  callCancelled: 'We won’t call you.',
}
export type Words = typeof en
