// Signing in leads on inside the app, and nowhere else.
import { describe, expect, test } from 'vitest'
import { firstPath, nextPath, withNext } from './next.ts'

describe('nextPath', () => {
  test('keeps a path of this app with its query', () => {
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
  test('can be read back', () => {
    const address = withNext('/login', '/SelectVehicle?zone=4821&from=map')
    expect(new URL(address, 'https://park.example').searchParams.get('next')).toBe('/SelectVehicle?zone=4821&from=map')
  })
  test('is empty where Home is next or the path is not ours', () => {
    expect(withNext('/login', null)).toBe('/login')
    expect(withNext('/login', '//evil.example')).toBe('/login')
  })
})

describe('firstPath', () => {
  test('returns to the next path, with or without a vehicle', () => {
    expect(firstPath('/SelectVehicle?zone=4821', false)).toBe('/SelectVehicle?zone=4821')
    expect(firstPath('/SelectVehicle?zone=4821', true)).toBe('/SelectVehicle?zone=4821')
  })
  test('sends a driver without a vehicle to add one before Home', () => {
    expect(firstPath(null, false)).toBe('/addvehicles?next=%2Fhomepage')
    expect(firstPath(null, true)).toBe('/homepage')
    expect(firstPath('//evil.example', false)).toBe('/addvehicles?next=%2Fhomepage')
  })
})
