// Whether a host is this machine itself, and whether a request was made on this machine and passed through no proxy.
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** `host`: an address or a name, as it is listened on or stands in a URL. */
export const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(name)
  return name === 'localhost' || (family > 0 && loopback.check(name, family === 6 ? 'ipv6' : 'ipv4'))
}

/** Proxies add at least one of these. */
const forwardingHeader = /^(forwarded|via|x-forwarded(-.+)?|x-(real|client)-ip|true-client-ip|cf-connecting-ip)$/

/** By the connection, the headers of proxies and the name that was asked for: a web page can't rebind its own name to here. */
export const isFromThisMachine = ({ raw: { headers, socket } }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  !Object.keys(headers).some(name => forwardingHeader.test(name)) &&
  isLoopback(URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '')
