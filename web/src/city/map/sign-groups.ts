// Which places share a sign on the map, since their signs would touch, and which signs are covered by the selected one.

import type { Found } from '@parkit/contract/city/places'

/** `id` is of one sign alone. */
export type Sign = Pick<Found, 'Latitude' | 'Longitude'> & { id: string }

type Placed<P> = { place: P; x: number; y: number }
/** In list order; the first one's position is the group's. */
export type Group<P> = readonly [Placed<P>, ...Placed<P>[]]

/** Of a sign, in pixels. */
export const signSize = { width: 112, height: 52 } as const
const selectedSize = { width: 112, height: 70 } as const
/** A sign of which less is visible is too small to press. */
const leastPx = 24

/**
 * Groups what would touch, nearest first, so that the first place of a list keeps its position. A place for which `alone` is true is
 * never part of a group. Points are pixels at one zoom.
 */
export function mergeTouching<P>(
  points: readonly Placed<P>[],
  alone: (place: P) => boolean = () => false,
  size: { width: number; height: number } = signSize,
): Group<P>[] {
  const groups: [Placed<P>, ...Placed<P>[]][] = []
  for (const point of points) {
    const near = alone(point.place)
      ? undefined
      : groups.find(
          ([first]) =>
            !alone(first.place) &&
            Math.abs(first.x - point.x) < size.width &&
            Math.abs(first.y - point.y) < size.height,
        )
    if (near) near.push(point)
    else groups.push([point])
  }
  return groups
}

type Point = { x: number; y: number }

/** Whether too little of a sign is visible behind the selected one. Points are the signs' lower ends. */
export function isBehind(sign: Point, selected: Point): boolean {
  const besides = signSize.width - ((signSize.width + selectedSize.width) / 2 - Math.abs(sign.x - selected.x))
  const top = Math.max(sign.y - signSize.height, selected.y - selectedSize.height)
  const overlap = Math.min(sign.y, selected.y) - top
  return overlap > 0 && besides < leastPx && signSize.height - overlap < leastPx
}
