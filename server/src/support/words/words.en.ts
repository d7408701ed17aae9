// What support answers, in English.
export const en = {
  feedbackThanks: 'Thanks for your feedback.',
  callCancelled: 'Your callback is canceled.',
  emailCopy: ({ reference, message, names }: { reference: string; message: string; names: string[] }) =>
    `We got your email and will reply to this address. Your reference number is ${reference}. You wrote:\n\n${message}\n${
      names.length > 0 ? `\nFiles: ${names.join(', ')}\n` : ''
    }\nParkIt`,
  fileDiscarded: 'The file was removed.',
  thanks: 'Thanks, we got your message.',
  somebodyIsThere: (hours: string) =>
    `Thanks, we got your message. Someone will reply in a few minutes. We’re here ${hours}.`,
  nobodyIsThere: (day: string, time: string, city: string) =>
    `Thanks, we got your message. We’ll reply when we’re back on ${day} at ${time} ${city} time.`,
}
export type Words = typeof en
