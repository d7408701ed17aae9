// Files at web addresses: asked for again only if they changed, bounded, and never read from inside the network, however one gets there.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { FetchFault, fetchPublic, isPublicAddress } from './public-fetch.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const limits = { mostBytes: 1_000, timeoutMs: 5_000 }
const read = (host: string, path = '/', tag = {}, own = {}) =>
  fetchPublic(`http://${host}${path}`, tag, { ...limits, allowedHosts: [host], ...own })
const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    error => (error instanceof FetchFault ? error.message : `${error.name}: ${error.message}`),
  )

test('addresses of one’s own networks, of this machine, and of mapped ones are not public', () => {
  const inside = `127.0.0.1 127.9.9.9 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1
    255.255.255.255 198.18.0.1 ::1 :: fe80::1 fd00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1::
    2001:0:1::1 2001:db8::1 localhost`
  for (const address of inside.split(/\s+/)) expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test('what is inside the network is refused by address, by name, and behind a redirect, and never asked', async () => {
  let asked = 0
  const inside = await serve((_, response) => {
    asked++
    response.end('secret')
  })
  const port = inside.split(':')[1]
  const none = { allowedHosts: [] }
  for (const host of [
    inside,
    `localhost:${port}`,
    `2130706433:${port}`,
    `0x7f.1:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
  ])
    expect(await faultOf(read(host, '/', {}, none))).toMatch(/is not a public address$/)
  const outside = await serve((_, response) => response.writeHead(302, { location: `http://${inside}/` }).end())
  expect(await faultOf(read(outside))).toBe('127.0.0.1 is not a public address')
  const byName = await serve((_, response) => response.writeHead(307, { location: `http://localhost:${port}/` }).end())
  expect(await faultOf(read(byName))).toBe('localhost is not a public address')
  expect(asked).toBe(0)
})

test('only http: and https:, without a password, also behind a redirect, of which there are three at most', async () => {
  for (const url of ['file:///etc/passwd', 'ftp://example.org/x', 'x'])
    expect(await faultOf(fetchPublic(url, {}, { ...limits, allowedHosts: [] }))).toBe(
      `${url} is no http: or https: address`,
    )
  expect(await faultOf(read('me:secret@example.org'))).toBe('an address with a user name or a password is not read')
  const toFile = await serve((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
  expect(await faultOf(read(toFile))).toBe('file:///etc/passwd is no http: or https: address')
  const hops = await serve(({ url }, response) => {
    const hop = Number(url!.slice(1))
    if (hop === 0) response.end('there')
    else response.writeHead(308, { location: `/${hop - 1}` }).end()
  })
  expect((await read(hops, '/3'))!.bytes.toString()).toBe('there')
  expect(await faultOf(read(hops, '/4'))).toBe('it leads on more than 3 times')
})

test('a file that is slow, huge, cut off, compressed, or an error is not read', async () => {
  const host = await serve(({ url }, response) => {
    if (url === '/slow') response.write('a')
    else if (url === '/huge') {
      const more = () => response.write('a'.repeat(10_000), error => !error && setImmediate(more))
      more()
    } else if (url === '/cut') {
      response.writeHead(200, { 'content-length': '50' })
      response.write('a', () => response.destroy())
    } else if (url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('a')
    else response.writeHead(503).end('a')
  })
  expect(await faultOf(read(host, '/slow', {}, { timeoutMs: 200 }))).toBe('it was not read whole within 0.2 s')
  expect(await faultOf(read(host, '/huge'))).toBe('it is larger than 0.001 MB')
  expect(await faultOf(read(host, '/cut'))).toMatch(/^it cannot be reached: /)
  expect(await faultOf(read(host, '/gzip'))).toBe('it is compressed, unasked')
  expect(await faultOf(read(host, '/down'))).toBe('it answered 503')
  expect(await faultOf(read('127.0.0.1:1'))).toBe('it cannot be reached: ECONNREFUSED')
})

test('with the tag of its last answer it is read only if it changed', async () => {
  let content = 'one'
  const host = await serve(({ headers }, response) => {
    const etag = `"${content}"`
    if (headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag, 'last-modified': 'Tue, 02 Jun 2026 18:00:00 GMT' }).end(content)
  })
  const first = await read(host)
  expect(first!.tag).toEqual({ etag: '"one"', lastModified: 'Tue, 02 Jun 2026 18:00:00 GMT' })
  expect(await read(host, '/', first!.tag)).toBeNull()
  content = 'two'
  expect((await read(host, '/', first!.tag))!.bytes.toString()).toBe('two')
})
