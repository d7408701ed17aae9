// Home's greeting in the first picture, which was drawn for anybody and any hour: the driver's name, the part of the day, the date.
import { dayPartAt, greetingText, todayText } from '#parking/home/home.ts'
import { now } from '#platform/clock.ts'
import { session } from '#platform/session.ts'

export function sayHello(picture: HTMLElement): void {
  const hello = picture.querySelector<HTMLElement>('[data-morning]')
  const today = picture.querySelector<HTMLElement>('[data-today]')
  if (!hello || !today) return
  hello.textContent = greetingText(hello.dataset[dayPartAt(now())] ?? '', session.user()?.FirstName ?? '')
  const { weekdays = '', months = '', today: form = '' } = today.dataset
  today.textContent = todayText(now(), { weekdays, months, today: form })
}
