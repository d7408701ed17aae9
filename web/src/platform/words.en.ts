// The units of time and rates, dates, and what is said where the server did not say it, English.
export const en = {
  h: (_count: number) => 'hr',
  min: 'min',
  hoursAloud: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  minutesAloud: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  days: (count: number) => `${count} days`,
  perHour: '/hr',
  perHourAloud: ' an hour',
  free: 'Free',
  flat: (money: string) => `${money} flat`,
  firstHour: (money: string) => `${money} first hour`,
  firstHourFree: 'First hour free',
  underMinute: 'less than 1 minute',
  zone: 'zone',
  weekdays: 'Sun,Mon,Tue,Wed,Thu,Fri,Sat',
  months: 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec',
  day: (weekday: string, month: string, day: number) => `${weekday}, ${month} ${day}`,
  date: (day: string, year: number) => `${day}, ${year}`,
  /** as recorded, its spelling included */
  unknownFault: 'An unkown exception has occur. Please Contact administrator',
}
