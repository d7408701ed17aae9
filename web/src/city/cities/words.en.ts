// What the choice of a city says, English.
export const en = {
  title: 'Which city?',
  several: 'More than one city has this zone number.',
  parkIn: 'Choose where you want to park.',
  change: (name: string) => `${name}, change city`,
}
