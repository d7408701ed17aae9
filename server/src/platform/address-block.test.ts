// The block of an address: an IPv6 line's /64 whichever way it is written, an IPv4 address itself.
import { expect, test } from 'vitest'
import { addressBlock } from './address-block.ts'

test('D-108: an address stands for its block', () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:0DB8:0001:0002:1:2:3:4', '2001:db8:1:2:3:4:5:6%eth0']
  expect(same.map(addressBlock)).toEqual(Array(4).fill('2001:db8:1:2'))
  expect(addressBlock('2001:db8::1')).toBe('2001:db8:0:0')
  expect(addressBlock('::1')).toBe('0:0:0:0')
  expect(addressBlock('2001:db8:1:3::1')).not.toBe('2001:db8:1:2')
  expect(addressBlock('198.51.100.7')).toBe('198.51.100.7')
  expect(addressBlock('::ffff:198.51.100.7')).toBe('198.51.100.7')
})
