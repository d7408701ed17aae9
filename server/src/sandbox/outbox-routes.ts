// The page that lists what the sandbox stored instead of sending: mails, text messages, pushes.
import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { isFromThisMachine } from '#platform/loopback.ts'
import { listStored, type StoredMessage } from './message-store.ts'

const mostShown = 200

const escaped = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)

const names = { mail: 'Email', sms: 'Text message', push: 'Push' }
const item = ({ channel, recipient, subject, body, at }: StoredMessage & { at: Temporal.Instant }) => `
<li><p><b>${names[channel]}</b> to ${escaped(recipient)} <time>${at.toString().slice(0, 19).replace('T', ' ')} UTC</time></p>
${subject && `<h2>${escaped(subject)}</h2>`}<pre>${escaped(body)}</pre></li>`

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:44rem;margin:2rem auto;padding:0 1rem}
ul{list-style:none;padding:0}li{border:1px solid;border-radius:12px;padding:.5rem 1rem;margin:1rem 0}p,h2,pre{margin:.25rem 0}
h2{font-size:1.1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}time{opacity:.75}input,button{font:inherit;padding:.4rem}
`
/** As the policy of pages names it. */
export const outboxStyle = `'sha256-${hash('sha256', style, 'base64')}'`

const page = (
  to: string,
  messages: (StoredMessage & { at: Temporal.Instant })[],
  isEmptySearch: boolean,
) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox outbox</title>
<style>${style}</style>
<h1>Sandbox outbox</h1>
<p>Nothing is really sent here. What would have been is kept for a day.</p>
<form><label>Email or phone <input name="to" value="${escaped(to)}"></label> <button>Show</button></form>
${messages.length > 0 ? `<ul>${messages.map(item).join('')}</ul>` : `<p>${isEmptySearch ? 'Type where a message should have gone.' : 'There is nothing.'}</p>`}
</html>`

/** A public demo shows the messages of one address that is named; any other sandbox shows all, on this machine alone. */
export const mountOutbox = (app: FastifyInstance, db: Queryable, isDemo: boolean): void => {
  app.get<{ Querystring: { to?: unknown } }>('/sandbox/outbox', { schema: { hide: true } }, async (request, reply) => {
    if (!isDemo && !isFromThisMachine(request)) refuse('not_found')
    const typed = typeof request.query.to === 'string' ? request.query.to : ''
    // the database takes no zero byte
    const to = typed
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .toLowerCase()
      .slice(0, 254)
    const isEmptySearch = to === '' && isDemo
    const messages = isEmptySearch ? [] : await listStored(db, to || null, mostShown)
    return reply
      .type('text/html')
      .header('cache-control', 'no-store')
      .send(page(to, messages, isEmptySearch))
  })
}
