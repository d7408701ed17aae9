// What support's screens say, English.
export const en = {
  feedback: 'Feedback',
  aboutSession: 'How was parking here?',
  aboutApp: 'How is ParkIt?',
  stars: (n: number) => (n === 1 ? '1 star' : `${n} stars`),
  meanings: ['', 'Bad', 'Poor', 'All right', 'Good', 'Very good'],
  words: 'In your words',
  optional: 'optional',
  lettersLeft: (n: number) => `${n} letters left`,
  send: 'Send feedback',
  sending: 'Sending',
  thanks: 'Thank you for telling us.',
  placeFailed: 'This parking didn’t load',
}
