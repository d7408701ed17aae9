// Requests as an attacker writes them: any body, any header, from an address of its own.
import { request } from 'node:http'

export type RawReply = { status: number; text: string; cookies: string[] }
type Raw = {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  /** a text is sent as it is */
  body?: string | object
  from: string
}

const patienceMs = 10_000

/** Throws where no answer comes. */
export const createRawClient = (address: () => string) => ({
  send: ({ method, path, headers = {}, body, from }: Raw): Promise<RawReply> =>
    new Promise((resolve, reject) => {
      const text = typeof body === 'object' ? JSON.stringify(body) : body
      const type = { 'content-type': 'application/json', ...(text && { 'content-length': Buffer.byteLength(text) }) }
      const call = request(
        new URL(path, address()),
        {
          method: method ?? (text === undefined ? 'GET' : 'POST'),
          localAddress: from,
          headers: { ...(text !== undefined && type), ...headers },
          signal: AbortSignal.timeout(patienceMs),
        },
        async response => {
          try {
            const all = Buffer.concat(await response.toArray()).toString()
            resolve({ status: response.statusCode!, text: all, cookies: response.headers['set-cookie'] ?? [] })
          } catch (error) {
            reject(error)
          }
        },
      )
      call.on('error', reject)
      call.end(text)
    }),
})
