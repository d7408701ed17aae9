// Signing in leads on inside the app, and nowhere else.
import { describe, expect, test } from 'vitest'
import { nextPath, withNext } from './next.ts'

describe('nextPath', () => {
  test('keeps a path of this app with its search', () => {
    expect(nextPath('/parkdetails?zone=4821')).toBe('/parkdetails?zone=4821')
  })
  test.each([
    null,
    undefined,
    '',
    'homepage',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
  ])('sends %j to Home', wanted => {
    expect(nextPath(wanted)).toBe('/homepage')
  })
})

describe('withNext', () => {
  test('survives being read back', () => {
    const address = withNext('/login', '/SelectVehicle?zone=4821&from=map')
    expect(new URL(address, 'https://park.example').searchParams.get('next')).toBe('/SelectVehicle?zone=4821&from=map')
  })
  test('says nothing where Home is next, or the wanted place is not ours', () => {
    expect(withNext('/login', null)).toBe('/login')
    expect(withNext('/login', '//evil.example')).toBe('/login')
  })
})
