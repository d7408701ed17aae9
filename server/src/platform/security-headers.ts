// What every answer tells the browser to forbid: foreign scripts and frames, guessing types, leaking addresses.
import type { FastifyInstance } from 'fastify'

/** Where pages may run scripts from, show frames of and ask, beside ParkIt itself. */
export type Foreign = { script: string[]; frame: string[]; connect: string[] }

const headersFor = ({ script, frame, connect }: Foreign) => ({
  'content-security-policy': [
    "default-src 'self'",
    `script-src ${["'self'", ...script].join(' ')}`,
    "script-src-attr 'none'",
    `frame-src ${frame.join(' ') || "'none'"}`,
    // positions and painted bays are set as style attributes
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})

/** Written once, for they are the same for every request: to build them anew each time cost a twentieth of a call. */
export const sendSecurityHeaders = (app: FastifyInstance, foreign: Foreign): void => {
  const headers = headersFor(foreign)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
