// How a measurement grows with size: flat, logarithmic or linear.
import { loadavg } from 'node:os'
import { collect } from './figures.ts'

export type Point = { size: number; figures: Record<string, number> }

/** The 99th percentile needs a hundred or more. */
export const quantiles = (times: number[]): { p50: number; p95: number; p99: number } => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export const median = (numbers: number[]): number => quantiles(numbers).p50

/** Milliseconds of each of `count` runs of `work`, one after the other. */
export const timeEach = async (count: number, work: (n: number) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    await work(n)
    times.push(performance.now() - began)
  }
  return times
}

/**
 * What a figure does while the size grows. Logarithmic: a tenfold size adds no more than a third of what there is. The
 * first size is left out where there are more than two, for it may hold less than what is asked for.
 */
const shapeOf = (points: { size: number; figure: number }[]): 'flat' | 'logarithmic' | 'linear' | 'in between' => {
  const judged = points.length > 2 ? points.slice(1) : points
  const [first, last] = [judged[0]!, judged.at(-1)!]
  const tenfolds = Math.log10(last.size / first.size)
  const growth = last.figure / first.figure
  if (growth <= 1.3) return 'flat'
  if (growth <= 1 + tenfolds / 3) return 'logarithmic'
  return Math.log10(growth) / tenfolds >= 0.7 ? 'linear' : 'in between'
}

const number = (figure: number) =>
  figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toFixed(figure >= 10 ? 1 : 2)

/** A line a size, and below each column how it grows. */
export const printCurve = (what: string, of: string, points: Point[]): void => {
  const columns = Object.keys(points[0]!.figures)
  const shapes = columns.map(column => shapeOf(points.map(({ size, figures }) => ({ size, figure: figures[column]! }))))
  const lines = [
    [of, ...columns],
    ...points.map(({ size, figures }) => [
      size.toLocaleString('en'),
      ...columns.map(column => number(figures[column]!)),
    ]),
    ['', ...shapes],
  ]
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map(line => line[i]!.length)))
  console.log(`${what} (load average ${loadavg()[0]!.toFixed(1)})`)
  for (const line of lines) console.log(`  ${line.map((cell, i) => cell.padStart(widths[i]!)).join('  ')}`)
  for (const { size, figures } of points)
    for (const [column, value] of Object.entries(figures))
      collect({ what: `${column.trim()}, ${size.toLocaleString('en')} ${of}`, value, unit: '' })
}
