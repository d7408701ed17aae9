// Home's greeting in the first picture, which was drawn for anybody and any hour: the driver's name, the part of the day, the date.
import { dayPartAt, greetingText, todayText } from '../parking/home/greeting.ts'
import { now } from '../platform/clock.ts'
import { session } from '../platform/session.ts'

export function sayHello(picture: HTMLElement): void {
  const hello = picture.querySelector<HTMLElement>('[data-morning]')
  const today = hello?.nextElementSibling
  if (!hello || !today) return
  const language = document.documentElement.lang === 'hi' ? 'hi' : 'en'
  hello.textContent = greetingText(hello.dataset[dayPartAt(now())] ?? '', session.user()?.FirstName ?? '')
  today.textContent = todayText(now(), language)
}
