// Calls the API the way any client would, by method and path as in `api.md`, without using the contract.
import { randomUUID } from 'node:crypto'
import { expect, inject } from 'vitest'

type Asked = { token?: string; key?: string | null; headers?: Record<string, string> }
export type Reply = { status: number; body: Record<string, unknown>; text: string; headers: Headers }

/** `callApi('POST /api/Parking/Quote', { Minutes: 60 })`; a form or a file goes as it is. `key: null` sends no Idempotency-Key. */
export const callApi = async (line: string, body?: unknown, { token, key, headers }: Asked = {}): Promise<Reply> => {
  const [method = 'GET', path = ''] = line.split(' ')
  const asIs = body instanceof FormData || body instanceof URLSearchParams
  const response = await fetch(new URL(path, inject('address')), {
    method,
    headers: {
      ...(body !== undefined && !asIs && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && key !== null && { 'idempotency-key': key ?? randomUUID() }),
      ...headers,
    },
    ...(body !== undefined && { body: asIs ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : {}, text, headers: response.headers }
}

/** ISO 8601 in UTC. */
export const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

export const expectFields = ({ status, body, text }: Reply, fields: string[]): void => {
  expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()])
  expect(Object.keys(body)).toEqual(expect.arrayContaining(fields))
}
