// Quick park goes on to parking that very plate, and never to another site.
import { expect, test } from 'vitest'
import { isSamePlate, quickPath } from './path.ts'

test.each([
  [null, '/SelectVehicle?plate=KXR4821'],
  ['/homepage', '/SelectVehicle?plate=KXR4821'],
  ['/SelectVehicle?zone=1024&minutes=60', '/SelectVehicle?zone=1024&minutes=60&plate=KXR4821'],
  ['/selectvehicle?zone=1024', '/selectvehicle?zone=1024&plate=KXR4821'],
  ['/parkdetails?zone=1024', '/parkdetails?zone=1024'],
  ['//evil.example', '/SelectVehicle?plate=KXR4821'],
])('next %s: %s', (wanted, path) => {
  expect(quickPath(wanted, ' kxr-4821')).toBe(path)
})

test('plates are compared by letters and digits', () => {
  expect([isSamePlate('kxr 4821', 'KXR-4821'), isSamePlate('KXR 4821', 'KXR 4822'), isSamePlate('', '-')]).toEqual([
    true,
    false,
    false,
  ])
})
