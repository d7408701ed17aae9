// What a scanned code counts as, with the codes a thief would stick over a real one.
import { expect, test } from 'vitest'
import { readAddress, readCode } from './sign-link.ts'

const own = 'https://parkit.app'
const s = '3.AbCdEfGhIjKlMn'

test('the link of a sign names city, zone and signature', () => {
  const link = { city: 'chicago', zone: '4526', s }
  expect(readCode(`${own}/z/chicago/4526?s=${s}`, own)).toEqual({ link })
  expect(readCode(`HTTPS://PARKIT.APP/z/chicago/4526/?s=${s}&utm=1#x`, own)).toEqual({ link })
})

test.each([
  ['another site', 'https://pay-parking.example/z/chicago/4526', 'pay-parking.example'],
  ['a look-alike name', 'https://parklt.app/z/chicago/4526', 'parklt.app'],
  ['our name before an @', 'https://parkit.app@evil.example/z/chicago/4526', 'evil.example'],
  ['our name as a part of theirs', 'https://parkit.app.evil.example/z/chicago/4526', 'parkit.app.evil.example'],
  ['a letter of another script', 'https://p\u0430rkit.app/z/chicago/4526', 'xn--prkit-4ve.app'],
  ['a backslash for a slash', 'https:\\\\evil.example\\z\\chicago\\4526', 'evil.example'],
  ['another port', 'https://parkit.app:8443/z/chicago/4526', 'parkit.app:8443'],
  ['without TLS', 'http://parkit.app/z/chicago/4526', 'parkit.app'],
])('%s is foreign, even with a real signature', (_, url, host) => {
  expect(readCode(`${url}?s=${s}`, own)).toEqual({ problem: 'foreign', host })
})

test.each([
  '/z/4526',
  '/z/chicago/4526',
  '/z/chicago/4526?s=',
  `/z/chicago/45?s=${s}`,
  `/Z/../login?next=/z/chicago/4526&s=${s}`,
  '/stripepage',
  `/api/z/chicago/4526?s=${s}`,
])('%s of our own site is no signed sign', path => {
  expect(readCode(own + path, own)).toEqual({ problem: 'unsigned' })
})

test.each(['', 'zone 4526', '4526', 'javascript:alert(1)', `data:text/html,${own}`, 'tel:+13125550150', 'WIFI:S:x;;'])(
  '%j is no link',
  text => expect(readCode(text, own)).toEqual({ problem: 'notLink' }),
)

test('the page’s own address is signed, typed, or none', () => {
  expect(readAddress('/z/chicago/4526', `?s=${s}`)).toEqual({
    zone: 'chicago/4526',
    link: { city: 'chicago', zone: '4526', s },
  })
  expect(readAddress('/z/4526', '')).toEqual({ zone: '4526', link: null })
  expect(readAddress('/z/chicago/4526', '')).toEqual({ zone: 'chicago/4526', link: null })
  for (const [path, search] of [
    ['/z/Chicago/4526', ''],
    ['/z/boston/4526', '?s='],
    ['/z', ''],
    ['/z/45', ''],
  ] as const)
    expect(readAddress(path, search)).toBeNull()
})
