// Whom an address stands for in limits: an IPv4 address itself, of an IPv6 address its /64, for a line's holder has all of that.
import { SocketAddress } from 'node:net'

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** `2001:db8:1:2:3:4:5:6` → `2001:db8:1:2`; an IPv4 address in IPv6 form counts as IPv4. */
export const addressBlock = (address: string): string => {
  const plain = mapped.exec(address)?.[1] ?? address
  if (!plain.includes(':')) return plain
  const [bare = ''] = plain.split('%')
  const [head = '', tail] = (SocketAddress.parse(`[${bare}]:0`)?.address ?? bare).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const middle = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...(tail === undefined ? [] : middle), ...last].slice(0, 4).join(':')
}
