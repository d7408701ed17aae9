// What support answers, in English.
export const en = {
  feedbackThanks: 'Thank you for telling us.',
  callCancelled: 'We won’t call you.',
  fileDiscarded: 'The file was removed.',
  somebodyIsThere:
    'Thanks, we have your question. Somebody answers here in a few minutes. We are here Monday to Saturday, 8:00 AM to 8:00 PM Chicago time.',
  nobodyIsThere: (day: string) =>
    `Thanks, we have your question. We are here again on ${day} at 8:00 AM and answer then. Our hours are Monday to Saturday, 8:00 AM to 8:00 PM Chicago time.`,
}
export type Words = typeof en
