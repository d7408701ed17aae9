// Mounts liveness, readiness and metrics.
import type { FastifyInstance } from 'fastify'
import { refuse } from '#platform/errors.ts'
import type { Health } from './health.ts'
import { contentType } from './metrics.ts'

/** A load balancer calls each second: it is exempt from the rate limit. */
const unlimited = { config: { rateLimit: false as const }, schema: { hide: true } }

export const mountHealth = (app: FastifyInstance, health: Health): void => {
  app.get('/healthz', unlimited, async () => ({ status: 'ok' }))
  app.get('/readyz', unlimited, async (_request, reply) => {
    const why = await health.unready()
    return reply.status(why ? 503 : 200).send({ status: why ?? 'ready' })
  })
  // others get the same answer as for an unknown path
  app.get('/metrics', unlimited, async (request, reply) =>
    health.mayRead(request)
      ? reply
          .type(contentType)
          .header('cache-control', 'no-store')
          .send(await health.metrics())
      : refuse('not_found'),
  )

  app.addHook('onResponse', async (request, reply) => health.noteAnswer(request, reply))
  // clients reconnect to another server before the listening ends
  app.addHook('onSend', async (_request, reply) => {
    if (health.isStopping()) reply.header('connection', 'close')
  })
  app.addHook('onClose', health.close)
}
