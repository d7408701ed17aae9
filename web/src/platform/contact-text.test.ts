// Numbers are shown as they are read, and nothing else is bent into one.
import { expect, test } from 'vitest'
import { contactText, countdownText, phoneText } from './contact-text.ts'

test.each([
  ['+15125550147', '(512) 555-0147'],
  ['5125550147', '(512) 555-0147'],
  ['1 (512) 555-0147', '(512) 555-0147'],
  ['512.555.0147', '(512) 555-0147'],
  ['+919876543210', '+919876543210'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['555-0147', '555-0147'],
])('%s reads %s', (phone, read) => {
  expect(phoneText(phone)).toBe(read)
})

test('an email is unchanged', () => {
  expect(contactText('maya5125550147@example.com')).toBe('maya5125550147@example.com')
})

test('a countdown has two digits of seconds', () => {
  expect([countdownText(65), countdownText(9), countdownText(0)]).toEqual(['1:05', '0:09', '0:00'])
})
