// Mounts the card calls and the provider's webhook.
import * as contract from '@parkit/contract/money/cards'
import { config } from '@parkit/contract/money/provider'
import type { FastifyInstance } from 'fastify'
import type { Mount } from '#platform/http.ts'
import type { Cards } from './cards.ts'
import { UnreadableEvent, webhookPath } from './stripe-events.ts'

export const mountCards = (mount: Mount, cards: Cards): void => {
  mount(config, () => cards.config())
  mount(contract.listMethods, ({ caller }) => cards.listMethods(caller.driverId))
  mount(contract.chooseDefault, ({ caller, body }) => cards.chooseDefault(caller.driverId, body.PaymentMethodId))
  mount(contract.changeExpiry, ({ caller, body }) => cards.changeExpiry(caller.driverId, body))
  mount(contract.deleteMethod, ({ caller, params }) => cards.deleteMethod(caller.driverId, params.id))
  mount(contract.createIntent, ({ caller, body }) => cards.createIntent(caller.driverId, body))
  mount(contract.confirm, ({ caller, body }) => cards.confirm(caller.driverId, body.intentId))
}

/** No call of the contract: the provider defines the body, and its signature covers the raw bytes. */
export const mountWebhook = (app: FastifyInstance, cards: Cards) =>
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(webhookPath, { schema: { hide: true } }, async (request, reply) => {
      const signature = request.headers['stripe-signature']
      let event: ReturnType<Cards['readEvent']>
      try {
        event = cards.readEvent(request.body as Buffer, String(signature))
      } catch (error) {
        if (error instanceof UnreadableEvent) app.log.error(error.message)
        return reply.status(400).send({ received: false })
      }
      await cards.takeEvent(event)
      return { received: true }
    })
  })
