// Mounts the calls of places.
import { changes } from '@parkit/contract/city/place-changes'
import { find, forecast, mapView, suggest, zone } from '@parkit/contract/city/places'
import { rules } from '@parkit/contract/city/zone-rules'
import type { FastifyInstance } from 'fastify'
import { beginEvents } from '#platform/event-stream.ts'
import type { Mount } from '#platform/http.ts'
import type { Places } from './places.ts'

export const mountPlaces = (app: FastifyInstance, mount: Mount, places: Places): void => {
  mount(find, ({ query, now }) => places.find(query, now))
  mount(mapView, ({ query, now }) => places.mapView(query, now))
  mount(suggest, ({ query }) => places.suggest(query))
  mount(zone, ({ params, query, now }) => places.zone({ ZoneNumber: params.zone, ...query }, now))
  mount(rules, async ({ params, query, now }) => places.rules({ ZoneNumber: params.zone, ...query }, now))
  mount(forecast, ({ params, query, now }) => places.forecast({ ZoneNumber: params.zone, ...query }, now))
  mount(changes, ({ request, reply }) =>
    beginEvents(request, reply, (_, out) => places.changeStreams.open(request.requester.block, out)),
  )

  // before the server waits for open connections to end
  app.addHook('preClose', places.changeStreams.stop)
}
