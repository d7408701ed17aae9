// Mounts liveness, readiness and metrics.
import type { FastifyInstance } from 'fastify'
import { refuse } from '#platform/errors.ts'
import type { Health } from './health.ts'
import { contentType } from './metrics.ts'

/** A load balancer asks each second: it is not counted among the callers of its address. */
const unlimited = { config: { rateLimit: false as const }, schema: { hide: true } }

export const mountHealth = (app: FastifyInstance, health: Health): void => {
  app.get('/healthz', unlimited, async () => ({ status: 'ok' }))
  app.get('/readyz', unlimited, async (_request, reply) => {
    const why = await health.unready()
    return reply.status(why ? 503 : 200).send({ status: why ?? 'ready' })
  })
  // nobody else learns that it is there
  app.get('/metrics', unlimited, async (request, reply) =>
    health.mayRead(request)
      ? reply
          .type(contentType)
          .header('cache-control', 'no-store')
          .send(await health.metrics())
      : refuse('not_found'),
  )

  app.addHook('onResponse', async (request, reply) => health.noteAnswer(request, reply))
  // those who hold a connection come back by another, before the listening ends
  app.addHook('onSend', async (_request, reply) => {
    if (health.isStopping()) reply.header('connection', 'close')
  })
  app.addHook('onClose', health.close)
}
