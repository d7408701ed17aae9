// What is said of a disability placard, English.

export const en = {
  title: 'Disability placard',
  text: 'Enter the date on your placard. Where a city accepts your word for it, we use the city’s placard rules for your price.',
  where: (cities: string) => `Accepted in ${cities}.`,
  nowhere: 'No city here accepts it in the app right now.',
  private: 'Only you see this. Cities, operators, and support don’t. Show your placard in your car as usual.',
  until: 'Placard expires',
  chooseDate: 'Choose a date',
  save: 'Save placard',
  saving: 'Saving…',
  saved: (date: string) => `Placard saved until ${date}`,
  remove: 'Remove placard',
  removing: 'Removing…',
  removed: 'Placard removed',
  failed: 'Your placard didn’t load.',
  on: 'On',
}
