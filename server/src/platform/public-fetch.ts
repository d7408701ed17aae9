// Reads what is at a public web address that a city's staff have named: bounded in time and size, and never from inside the network.
import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Why nothing was read; the message is for people and says nothing of what an answer held. */
export class FetchFault extends Error {}

/** Addresses of private networks, of this machine, of groups, and reserved ones, by IANA’s special-purpose registries. */
const special = new BlockList()
const ranges4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`
const ranges6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
for (const [ranges, family] of [
  [ranges4, 'ipv4'],
  [ranges6, 'ipv6'],
] as const)
  for (const range of ranges.split(/\s+/)) {
    const [address, prefix] = range.split('/') as [string, string]
    special.addSubnet(address, Number(prefix), family)
  }
/** What is routed to anybody at all. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether anybody on the internet reaches this address. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 4
    ? !special.check(address, 'ipv4')
    : isIP(address) === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6')

const notPublic = (host: string) => new FetchFault(`${host} is not a public address`)

/** At the connection itself, so that a name cannot change between a check and it. */
const lookUpPublic: LookupFunction = (host, options, done) =>
  lookUp(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return done(notPublic(host), '')
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })

const open = (url: URL, headers: Record<string, string>, signal: AbortSignal, isAllowed: boolean) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // an address is not looked up
    if (!isAllowed && isIP(host) > 0 && !isPublicAddress(host)) return reject(notPublic(host))
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    request(url, { headers, signal, agent: false, ...(!isAllowed && { lookup: lookUpPublic }) })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })

const unpack = promisify(gunzip)
const megabyte = 1_000_000
const readBody = async (response: IncomingMessage, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > most) throw new FetchFault(`it is larger than ${Number((most / megabyte).toFixed(3))} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Throws where it is no http: or https: address, or holds a password, which would be shown. */
export const requireWebAddress = (text: string): URL => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new FetchFault(`${text} is no http: or https: address`)
  if (url.username || url.password) throw new FetchFault('an address with a user name or a password is not read')
  return url
}

/** What an address said of its last answer, to be asked whether that still holds. */
export type Tag = { etag?: string; lastModified?: string }
export type Fetched = { bytes: Buffer; tag: Tag }

const mostRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])

type Limits = {
  mostBytes: number
  timeoutMs: number
  /** `host:port` that may be inside the network */
  allowedHosts: readonly string[]
}

/** Asks, and asks on where it leads to; `take` reads the last answer. */
const follow = async <T>(
  from: string,
  asked: Record<string, string>,
  limits: Limits,
  signal: AbortSignal,
  take: (response: IncomingMessage, status: number) => Promise<T>,
): Promise<T> => {
  let url = requireWebAddress(from)
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'ParkIt', ...asked }
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const response = await open(url, headers, signal, limits.allowedHosts.includes(url.host))
    const { statusCode: status = 0, headers: said } = response
    try {
      if (!redirects.has(status) || said.location === undefined) return await take(response, status)
      const next = URL.parse(said.location, url)
      if (!next) throw new FetchFault('it leads to no address')
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw new FetchFault('it leads from https: to http:, where anybody on the way could change it')
      url = requireWebAddress(next.href)
    } finally {
      response.destroy()
    }
  }
  throw new FetchFault(`it leads on more than ${mostRedirects} times`)
}

/** Throws `FetchFault`, whatever went wrong. */
const fetchWith = async <T>(
  url: string,
  asked: Record<string, string>,
  limits: Limits,
  take: (response: IncomingMessage, status: number) => Promise<T>,
): Promise<T> => {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  try {
    return await follow(url, asked, limits, signal, take)
  } catch (error) {
    if (error instanceof FetchFault) throw error
    if (signal.aborted) throw new FetchFault(`it was not read whole within ${limits.timeoutMs / 1_000} s`)
    const { code, message } = error as NodeJS.ErrnoException
    throw new FetchFault(`it cannot be reached: ${code ?? message}`)
  }
}

const requireStatus = (status: number, wanted: number) => {
  if (status !== wanted) throw new FetchFault(`it answered ${status}`)
}
const requireIdentity = ({ headers }: IncomingMessage) => {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new FetchFault('it is compressed, unasked')
}

/** Null where nothing changed since the answer with this tag. Throws `FetchFault`. */
export const fetchPublic = (url: string, tag: Tag, limits: Limits): Promise<Fetched | null> => {
  const asked = {
    ...(tag.etag && { 'if-none-match': tag.etag }),
    ...(tag.lastModified && { 'if-modified-since': tag.lastModified }),
  }
  return fetchWith(url, asked, limits, async (response, status) => {
    if (status === 304) return null
    requireStatus(status, 200)
    requireIdentity(response)
    const bytes = await readBody(response, limits.mostBytes)
    const { etag, 'last-modified': lastModified } = response.headers
    return { bytes, tag: { ...(etag && { etag }), ...(lastModified && { lastModified }) } }
  })
}

/** What is at an address now, unpacked where it is sent as gzip; null where it says that nothing is. Throws `FetchFault`. */
export const fetchIfAny = (url: string, limits: Limits): Promise<Buffer | null> =>
  fetchWith(url, {}, limits, async (response, status) => {
    if (status === 404 || status === 204) return null
    requireStatus(status, 200)
    const isPacked = response.headers['content-encoding'] === 'gzip'
    if (!isPacked) requireIdentity(response)
    const bytes = await readBody(response, limits.mostBytes)
    return isPacked ? unpack(bytes, { maxOutputLength: limits.mostBytes }) : bytes
  })

/** Bytes of a file from `offset` on, as many as `length` at most; null where it has none there. Throws `FetchFault`. */
export const fetchRange = (
  url: string,
  offset: number,
  length: number,
  limits: Omit<Limits, 'mostBytes'>,
): Promise<{ bytes: Buffer; etag: string | undefined } | null> => {
  const range = `bytes=${offset}-${offset + length - 1}`
  return fetchWith(url, { range }, { ...limits, mostBytes: length }, async (response, status) => {
    if (status === 416) return null
    if (status === 200) throw new FetchFault('it answers no ranges')
    requireStatus(status, 206)
    requireIdentity(response)
    return { bytes: await readBody(response, length), etag: response.headers.etag }
  })
}
