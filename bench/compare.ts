// Two revisions measured by turns in one run, so that the machine's speed is the same for both.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isHeld, type Measured, numberText, tableText } from './figures.ts'
import { median } from './growth.ts'

const run = (folder: string, program: string, args: string[]) => {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0
}

/** A revision, installed and built in a folder of its own. */
export const checkOut = (folder: string, revision: string) => {
  if (
    !run(process.cwd(), 'git', ['worktree', 'add', '--detach', folder, revision]) ||
    !run(folder, 'npm', ['install', '--no-audit', '--no-fund'])
  )
    throw new Error(`${revision} can't be installed`)
}

export const removeCheckOut = (folder: string): boolean =>
  run(process.cwd(), 'git', ['worktree', 'remove', '--force', folder])

const measureOnce = (folder: string, json: string, names: string[]): Measured[] => {
  // its exit code says whether its limits hold; here only the figures count
  run(folder, 'npm', ['run', 'bench', '--silent', '--', '--json', json, ...names])
  if (!existsSync(json)) throw new Error(`No figures of ${folder}: its measurements write no JSON`)
  const { figures } = JSON.parse(readFileSync(json, 'utf8')) as { figures: Measured[] }
  rmSync(json)
  return figures
}

const keyOf = ({ measurement, what, unit }: Measured) => `${measurement}\t${what}\t${unit}`

/** Rows of figures that both have: the medians, their ratio, and whether the second's limit holds at its median. */
export const comparisonRows = (first: Measured[][], second: Measured[][]): string[][] => {
  const valuesOf = (rounds: Measured[][]) => Map.groupBy(rounds.flat(), keyOf)
  const [ours, theirs] = [valuesOf(first), valuesOf(second)]
  return [...theirs].flatMap(([key, figures]) => {
    const before = ours.get(key)
    if (!before) return []
    const [a, b] = [before, figures].map(list => median(list.map(({ value }) => value))) as [number, number]
    const { measurement, what, unit } = figures[0]!
    const held = isHeld(figures.toSorted((x, y) => x.value - y.value)[Math.floor(figures.length / 2)]!)
    const ratio = a === 0 ? '' : (b / a).toFixed(2)
    return [
      [measurement, what, `${numberText(a)} ${unit}`, `${numberText(b)} ${unit}`, ratio, held === false ? 'NO' : ''],
    ]
  })
}

/** Prints the comparison; each round measures both, and the one that goes first changes. */
export const compare = async (a: string, b: string, names: string[], rounds: number): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), 'parkit-compare-'))
  const versions = [a, b].map((revision, i) => ({ revision, folder: join(root, `${i}`), figures: [] as Measured[][] }))
  try {
    for (const { folder, revision } of versions) checkOut(folder, revision)
    for (let round = 0; round < rounds; round++)
      for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
        console.log(`\nround ${round + 1} of ${rounds}: ${version.revision}`)
        version.figures.push(measureOnce(version.folder, join(root, 'figures.json'), names))
      }
  } finally {
    for (const { folder } of versions) removeCheckOut(folder)
    rmSync(root, { recursive: true, force: true })
  }
  const [first, second] = versions.map(({ figures }) => figures)
  console.log(`\n${tableText(['measurement', 'what', a, b, `${b} / ${a}`, 'held'], comparisonRows(first!, second!))}`)
}
