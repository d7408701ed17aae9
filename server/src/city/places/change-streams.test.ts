// Who may follow the changes of places, and how many connections an address may hold open.
import { get } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'

const parkit = await startTestServer({})
afterAll(parkit.stop)
const address = await parkit.app.listen({ port: 0, host: '127.0.0.1' })

/** The status that a stream is answered with for an address of this machine; it stays open until `leave`. */
const open = (from: string, leave: AbortController) =>
  new Promise<number>((resolve, reject) => {
    const options = { localAddress: from, agent: false, signal: leave.signal } as const
    get(`${address}/api/Parking/Changes`, options, reply => {
      reply.on('error', () => {}).resume()
      resolve(reply.statusCode!)
    }).on('error', reject)
  })
const openMany = async (count: number, leave: AbortController) =>
  new Set(await Promise.all(Array.from({ length: count }, () => open('127.0.0.2', leave))))

test('an address that holds all it may locks out itself alone, and has room again once it leaves some', async () => {
  const [some, rest] = [new AbortController(), new AbortController()]
  expect(await openMany(10, some)).toEqual(new Set([200]))
  expect(await openMany(490, rest)).toEqual(new Set([200]))
  expect(await open('127.0.0.2', rest)).toBe(503)
  expect(await open('127.0.0.3', rest)).toBe(200)
  some.abort()
  await expect.poll(() => open('127.0.0.2', rest)).toBe(200)
  rest.abort()
})
