// A measured figure beside its limit and its bare peer: printed at once, and again in the table that `npm run bench` ends with.
import { appendFileSync } from 'node:fs'

export type Figure = {
  /** The same words in every version, because versions are compared by them. */
  what: string
  value: number
  unit: string
  /** The largest value that holds, with `atLeast` the smallest; none: for information. */
  limit?: number
  atLeast?: boolean
  /** The same work by a bare program in the same run, and the largest (with `atLeast` the smallest) ratio to it. */
  peer?: { what: string; value: number; limit?: number }
}

export const ratioOf = ({ value, peer }: Figure): number | undefined => peer && value / peer.value

/**
 * Machines differ by two, a ratio to a peer does not: where a ratio has a limit, it alone decides. Undefined: there is
 * no limit.
 */
export const isHeld = (figure: Figure): boolean | undefined => {
  const { value, limit, atLeast, peer } = figure
  const [measured, bound] = peer?.limit === undefined ? [value, limit] : [ratioOf(figure)!, peer.limit]
  if (bound === undefined) return undefined
  return atLeast ? measured >= bound : measured <= bound
}

export const numberText = (value: number): string =>
  Number.isInteger(value) || value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)

const boundText = (limit: number | undefined, atLeast = false) =>
  limit === undefined ? '' : `${atLeast ? '≥' : '≤'} ${numberText(limit)}`

const heldText = (figure: Figure) => ({ true: 'yes', false: 'NO', undefined: '' })[`${isHeld(figure)}`]

/** Hands a figure to `npm run bench`, a line each: a measurement that fails later keeps those it took. */
export const collect = (figure: Figure): void => {
  if (process.env.BENCH_FIGURES) appendFileSync(process.env.BENCH_FIGURES, `${JSON.stringify(figure)}\n`)
}

/** Prints the figure, collects it, and fails the program where its limit does not hold. */
export const report = (figure: Figure): void => {
  const { what, value, unit, limit, atLeast, peer } = figure
  const notes = [
    limit !== undefined && `limit ${boundText(limit, atLeast)}`,
    peer && `${numberText(ratioOf(figure)!)} of ${peer.what}, ${numberText(peer.value)} ${unit}`,
    peer?.limit !== undefined && `ratio ${boundText(peer.limit, atLeast)}`,
    isHeld(figure) === false && 'NOT HELD',
  ].filter(Boolean)
  console.log(`${what}: ${numberText(value)} ${unit}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`)
  collect(figure)
  if (isHeld(figure) === false) process.exitCode = 1
}

/** Rows of texts below their heads, each column as wide as its longest cell. */
export const tableText = (head: string[], rows: string[][]): string => {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map(row => row[i]!.length)))
  return [head, ...rows]
    .map(row =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export type Measured = Figure & { measurement: string }

export const figuresTable = (figures: Measured[]): string =>
  tableText(
    ['measurement', 'what', 'figure', 'limit', 'peer', 'ratio', 'limit', 'held'],
    figures.map(figure => {
      const { measurement, what, value, unit, limit, atLeast, peer } = figure
      const ratio = ratioOf(figure)
      return [
        measurement,
        what,
        `${numberText(value)} ${unit}`,
        boundText(limit, atLeast),
        peer ? `${peer.what}: ${numberText(peer.value)}` : '',
        ratio === undefined ? '' : ratio.toFixed(2),
        boundText(peer?.limit, atLeast),
        heldText(figure),
      ]
    }),
  )
