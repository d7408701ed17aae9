// What Park again and the driver's places say, English.
export const en = {
  parkAgain: 'Park again',
  allPlaces: 'All places',
  usually: {
    weekdays: (time: string) => `Weekdays about ${time}`,
    weekends: (time: string) => `Weekends about ${time}`,
  },
  lastTime: 'Last time',
  parkPlate: (plate: string, duration: string, total?: string) =>
    `Park ${plate} for ${duration}${total ? `, ${total}` : ''}`,
  freeTill: (time: string) => `Free until ${time}`,
  priceFor: (price: string, duration: string) => `${price} for ${duration}`,
  yourPlaces: 'Your places',
  savedPlaces: 'Saved places',
  noSaved: 'Open a place and tap the bookmark to save it as Home, Work, or by a name.',
  why: 'We suggest these from the places, times, and lengths of your own parking in the last 90 days. Only you can see them.',
  clear: 'Clear suggestions',
  clearing: 'Clearing…',
  clearAsk: 'Clear suggestions?',
  clearText: 'We’ll forget where and when you usually park and start over. Your sessions and receipts stay.',
  keep: 'Keep suggestions',
  cleared: 'Suggestions cleared',
}
