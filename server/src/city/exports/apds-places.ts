// Places as elements of APDS v4 with their supply, their count, and the rights that are sold there. Pure.
import type { SpaceKind } from '@parkit/contract/city/calendar-schemas'
import type { Place } from '#city/places/places.ts'
import type { ApdsBook } from './apds-rates.ts'
import { said } from './apds-times.ts'
import { type Counted, countsOf } from './cds-zones.ts'
import { geometryOf, type Line } from './geometry.ts'

const structures = { street: 'onStreet', lot: 'offStreetSurface', garage: 'offStreetStructure' } as const

export type ApdsGroup = { kinds: SpaceKind[]; book: ApdsBook | null }
type Known = { publishedAt: Temporal.Instant; country: string; cityName: string }

const demandOf = (counted: Counted, capacity: number) =>
  counted && {
    demandTable: [
      {
        timestamp: counted.observedAt.toString(),
        demandType: [
          {
            count: counted.taken,
            percentage: Math.min(100, Math.round((counted.taken / capacity) * 1000) / 10),
            occupancyCalculation: 'counted',
            recordDateTime: counted.observedAt.toString(),
          },
        ],
      },
    ],
  }

const addressOf = (place: Place, { country, cityName }: Known) => ({
  countryCode: country.toLowerCase(),
  city: said(cityName),
  addressLines: [
    { order: 0, text: said(place.address), type: 'street' },
    ...(place.neighbourhood ? [{ order: 1, text: said(place.neighbourhood), type: 'region' }] : []),
  ],
})

/** A place, and below it one sub-place for each further group of spaces that rules tell apart. */
export const placeElementsOf = (place: Place, outline: Line, groups: ApdsGroup[], counted: Counted, known: Known) => {
  const version = Math.max(1, Math.floor(known.publishedAt.epochMilliseconds / 1000))
  const geometry = geometryOf(place, outline)
  const named = new Set(groups.slice(1).flatMap(({ kinds }) => kinds))
  const sum = (isIn: (kind: SpaceKind) => boolean) =>
    countsOf(place).reduce((total, [kind, count]) => total + (isIn(kind) ? count : 0), 0)
  const elementOf = (id: string, { book }: ApdsGroup, spaces: number) => ({
    id,
    version,
    hierarchyElementRecord: { creationTime: known.publishedAt.toString() },
    rightSpecifications: (book?.rights ?? []).map(({ id, version }) => ({ id, version })),
    operatingRestrictions: book?.restrictions ?? [],
    hierarchyElementReference: {
      elementId: { id, version },
      ...(spaces > 0 && {
        supply: [{ supplyViewType: place.kind === 'street' ? 'vehicleView' : 'spaceView', supplyQuantity: spaces }],
      }),
      ...(id === place.zoneNumber && demandOf(counted, place.capacity)),
    },
  })
  const children = groups.slice(1).map(group => ({
    ...elementOf(
      `${place.zoneNumber}-${group.kinds.join('-')}`,
      group,
      sum(kind => group.kinds.includes(kind)),
    ),
    type: 'subplaceElement',
    name: said(`${place.name}: ${group.kinds.join(', ')}`),
    layer: 1,
    parentId: { id: place.zoneNumber, version },
  }))
  return [
    {
      ...elementOf(
        place.zoneNumber,
        groups[0]!,
        sum(kind => !named.has(kind)),
      ),
      type: 'place',
      name: said(place.name),
      layer: 0,
      timeZone: place.timeZone,
      characteristics: {
        structureType: structures[place.kind],
        ...(place.evChargers > 0 && { evChargingPoints: place.evChargers }),
      },
      placeStreetAddress: addressOf(place, known),
      indicativePlacePointLocation: [{ type: 'Point', coordinates: [place.longitude, place.latitude] }],
      ...(geometry.type === 'Polygon' && {
        placeBoundedZone: [{ type: 'MultiPolygon', coordinates: [geometry.coordinates] }],
      }),
      ...(children.length > 0 && { childIds: children.map(({ id }) => ({ id, version })) }),
    },
    ...children,
  ]
}
