// Real cities' files: read with the mappings of docs/examples. They are no part of the project; CITY_DATA names their folder.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CityFacts } from '#city/cities/cities.ts'
import { checkReading } from './check.ts'
import { compare } from './compare.ts'
import { type FileToRead, readFile } from './readers.ts'

const folder = process.env.CITY_DATA ?? ''
const hasData = folder !== '' && existsSync(folder)
const examples = join(import.meta.dirname, '../../../../docs/examples')

const counted = (
  city: string,
  path: string,
  file: Omit<FileToRead, 'bytes' | 'mapping' | 'beside'>,
  mapping?: string,
  beside?: string,
) => {
  const facts = CityFacts.parse(JSON.parse(readFileSync(join(examples, `${city}.json`), 'utf8')))
  const reading = readFile(
    {
      ...file,
      bytes: readFileSync(join(folder, path)),
      mapping: mapping && readFileSync(join(examples, mapping), 'utf8'),
      beside: beside === undefined ? undefined : [readFileSync(join(folder, beside))],
      open: other => readFileSync(join(folder, dirname(path), other)),
    },
    facts,
  )
  const checked = checkReading(reading, facts, { known: new Map(), listIds: new Set(['holidays']) })
  return compare(checked, new Map(), reading.rowsRead).counters
}

test.runIf(hasData)(
  'Cambridge: every row of 1,777 spaces is in a zone or refused, zones of mixed rates are split',
  () => {
    const path = 'cambridge-ma/TRAFFIC_MeteredParkingSpaces.geojson'
    const counters = counted('cambridge', path, { format: 'geojson' }, 'cambridge-meters.yaml')
    expect(counters).toMatchObject({ read: 1777, added: 66, refused: 536, unpayable: 0 })
  },
)

test.runIf(hasData)('Freiburg: garages with their prices in words, not payable', () => {
  const path = 'freiburg-de/static.freiburg.geojson'
  const counters = counted('freiburg', path, { format: 'parkapi' }, undefined, 'freiburg-de/patch.freiburg.json')
  expect(counters).toMatchObject({ read: 20, added: 19, refused: 1, unpayable: 19 })
})

test.runIf(hasData)('Montréal: each space of the table gets six digits, with the words of its signs', () => {
  const counters = counted('montreal', 'montreal-qc/Places.csv', { format: 'csv' }, 'montreal-spaces.yaml')
  expect(counters).toMatchObject({ read: 1932, added: 1932, refused: 0, unpayable: 1932 })
})
