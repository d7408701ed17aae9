// The least price of several places on Home's map and on the map of what this device knows.
import { expect, test } from 'vitest'
import { leastPrice } from './least-price.ts'

const priced = (Price: number, own = {}) => ({ Payable: true, Price, PriceMinutes: 60, ...own })
/** as the server answers of them: no price, which is no price of nothing */
const notSold = priced(0, { Payable: false, PriceMinutes: 0 })
const neverOpen = priced(0, { PriceMinutes: 0 })

test('places that are not paid in ParkIt, or never open, are not free', () => {
  expect(leastPrice([priced(2.35), notSold, priced(1.35), neverOpen])).toBe(1.35)
  expect(leastPrice([notSold, neverOpen])).toBeNull()
  expect(leastPrice([priced(2.35), priced(0)])).toBe(0)
})
