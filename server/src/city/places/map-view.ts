// A part of the map: which places stand alone, which share a sign, and whose kerbs are painted. Pure, over the place index.
import type { mapView } from '@parkit/contract/city/places'
import type { Input } from '@parkit/contract/platform/call'
import { mapLimits } from '@parkit/contract/platform/limits'
import { refuseField } from '#platform/errors.ts'
import { readFilters } from './find.ts'
import { type Box, type Cell, pointOf, worldPx } from './map-cells.ts'
import { mergeTouching } from './map-clusters.ts'
import type { PlaceIndex } from './place-index.ts'
import type { Sign } from './sign.ts'

export type ViewQuery = Input<typeof mapView>['query']

/** More would be a carpet: none is painted then. */
const mostKerbs = 400

/** Throws at the side that is wrong: beyond the opposite one, or too far from it. */
const boxOf = ({ West, South, East, North, Zoom }: ViewQuery): Box => {
  const { x: west, y: south } = pointOf({ longitude: West, latitude: South })
  const { x: east, y: north } = pointOf({ longitude: East, latitude: North })
  const most = mapLimits.mostPx / worldPx(Zoom)
  if (!(east > west && east - west <= most)) refuseField('East', 'invalid')
  if (!(south > north && south - north <= most)) refuseField('North', 'invalid')
  return { west, east: Math.min(east, 1), north: Math.max(north, 0), south: Math.min(south, 1) }
}

/** Throws at the field that is wrong. Positions in the place index, each place alone with its sign. */
export const viewMap = (
  { cells, facts }: PlaceIndex,
  query: ViewQuery,
  now: Temporal.Instant,
): { groups: Cell[]; alone: { at: number; sign: Sign }[]; kerbs: number[] } => {
  const box = boxOf(query)
  const { signOf, accepts } = readFilters(query, now)
  const found = cells.list(box, query.Zoom, offer => {
    if (!accepts(offer)) return null
    const { priceCents, priceMinutes } = signOf(offer)
    return priceMinutes === 0 ? Infinity : priceCents
  })
  const signs = mergeTouching(found, query.Zoom)
  const streets =
    query.Zoom < mapLimits.kerbZoom
      ? []
      : cells.listPlaces(box).filter(at => facts(at).kind === 'street' && accepts(facts(at)))
  return {
    groups: signs.filter(({ count }) => count > 1),
    alone: signs.flatMap(({ count, place: at }) => (count === 1 ? [{ at, sign: signOf(facts(at)) }] : [])),
    kerbs: streets.length > mostKerbs ? [] : streets,
  }
}
