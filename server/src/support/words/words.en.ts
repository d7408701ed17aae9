// What support answers, in English.
export const en = {
  feedbackThanks: 'Thank you for telling us.',
  callCancelled: 'We won’t call you.',
  emailCopy: ({ reference, message, names }: { reference: string; message: string; names: string[] }) =>
    `We have your e-mail and answer to this address. Your reference is ${reference}. This is what you wrote:\n\n${message}\n${
      names.length > 0 ? `\nFiles: ${names.join(', ')}\n` : ''
    }\nParkIt`,
  fileDiscarded: 'The file was removed.',
  somebodyIsThere:
    'Thanks, we have your question. Somebody answers here in a few minutes. We are here Monday to Saturday, 8:00 AM to 8:00 PM Chicago time.',
  nobodyIsThere: (day: string) =>
    `Thanks, we have your question. We are here again on ${day} at 8:00 AM and answer then. Our hours are Monday to Saturday, 8:00 AM to 8:00 PM Chicago time.`,
}
export type Words = typeof en
