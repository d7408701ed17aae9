// Mounts the calls of the browser's stand-in script: card numbers go here, never through ParkIt's calls.
import type { FastifyInstance } from 'fastify'
import type { SandboxStripe } from './stripe.ts'

const root = '/sandbox/stripe'

export const mountSandboxStripe = (app: FastifyInstance, { browser, publishableKey }: SandboxStripe) =>
  app.register(
    async door => {
      door.removeAllContentTypeParsers()
      door.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: 16 * 1024 },
        (_request, body, done) => done(null, body),
      )
      door.route({
        method: ['GET', 'POST'],
        url: '/*',
        schema: { hide: true },
        handler: async (request, reply) => {
          if (request.headers.authorization !== `Bearer ${publishableKey}`)
            return reply
              .status(401)
              .send({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } })
          const { status, body } = await browser({
            method: request.method,
            url: request.url.slice(root.length),
            body: typeof request.body === 'string' ? request.body : '',
          })
          return reply.status(status).send(body)
        },
      })
    },
    { prefix: root },
  )
