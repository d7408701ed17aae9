// Where to report a vulnerability: security.txt (RFC 9116).
import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import { type Config, sandboxMailbox } from './config.ts'

/** so that what is read is never stale */
const goodForDays = 180

export const mountSecurityText = (
  app: FastifyInstance,
  { config, clock }: { config: Pick<Config, 'publicUrl' | 'supportMailbox'>; clock: Clock },
): void => {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
    const expires = clock
      .now()
      .add({ hours: 24 * goodForDays })
      .round({ smallestUnit: 'second', roundingMode: 'floor' })
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        [
          `Contact: mailto:${config.supportMailbox ?? sandboxMailbox}`,
          `Expires: ${expires}`,
          'Preferred-Languages: en, hi',
          `Canonical: ${new URL('/.well-known/security.txt', config.publicUrl)}`,
          '',
        ].join('\n'),
      )
  })
}
