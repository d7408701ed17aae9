// Which signs of a map stand for several places: those that would touch become one.

export type Placed<P> = { place: P; x: number; y: number }
/** In list order; the first one's position is the group's. */
export type Group<P> = readonly [Placed<P>, ...Placed<P>[]]

/** What a sign covers, in pixels of the screen. */
export const signSize = { width: 100, height: 52 } as const

/**
 * Groups what would touch, nearest first, so that the first place of a list keeps its spot. A place for which `alone` holds is
 * never hidden in a group. Points are pixels at one zoom.
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
