// For tests: a small invented city of a dozen places as a table, with a mapping.
import { testFacts } from '#city/places/testing.ts'
import { checkReading } from './check.ts'
import { compare, type KeptPlace, keptOf } from './compare.ts'
import { type FileToRead, readFile } from './readers.ts'

export const smallFacts = testFacts({ name: 'Small City' })

export const columns = 'zone,name,street,lat,lon,spaces,rate,minutes,hours,most,status,from'
/** One a place; `13` and `A007` are no numbers of signs. */
export const smallRows = [
  '4101,Main St North,1 Main St,39.7401,-104.9901,12,2.00,15,8:00AM-6:00PM,2 hours,In service,',
  '4102,Main St South,2 Main St,39.7402,-104.9902,8,2.00,15,8 to 6,2 Hours,In service,',
  '4103,Oak St,3 Oak St,39.7403,-104.9903,6,$1.25,12,9 am – 6 pm (Mon-Fri),1 hour,In service,',
  '4104,Elm St,4 Elm St,39.7404,-104.9904,4,2.00,7.5,8:00AM-8:00PM,,In service,',
  '4105,Pine St,5 Pine St,39.7405,-104.9905,10,0.50,30,10-4 pm,4 hour,In service,',
  '4106,Ash St,6 Ash St,39.7406,-104.9906,3,2.00,15,8:00AM-6:00PM,2 hours,In service,',
  '4107,Fir St,7 Fir St,39.7407,-104.9907,7,2.00,15,8:00AM-6:00PM,2 hours,In service,',
  '41081,Bay St,8 Bay St,39.7408,-104.9908,5,1.00,15,8:00AM-6:00PM,2 hours,In service,',
  '410910,Lake St,9 Lake St,39.7409,-104.9909,9,1.00,15,8:00AM-6:00PM,2 hours,In service,',
  '13,Hill St,10 Hill St,39.7410,-104.9910,2,1.00,15,8:00AM-6:00PM,2 hours,In service,',
  'A007,Mill St,11 Mill St,39.7411,-104.9911,2,1.00,15,8:00AM-6:00PM,2 hours,In service,',
  '4112,Dale St,12 Dale St,39.7412,-104.9912,1,1.00,15,8:00AM-6:00PM,30 minutes,In service,',
]
export const table = (rows: string[]) => new TextEncoder().encode([columns, ...rows].join('\n'))

export const smallMapping = {
  format: 'csv',
  attribution: 'Small City, public domain',
  skip: [{ field: 'status', values: ['Out of service'], reason: 'the meter is out of service' }],
  place: {
    ref: '{zone}',
    name: '{name}',
    kind: 'street',
    address: '{street}',
    latitude: '{lat}',
    longitude: '{lon}',
    spaces: { general: '{spaces}' },
  },
  book: {
    name: '{rate} dollars an hour, {hours}',
    from: '{from}',
    otherwise: 'free',
    rules: [
      {
        id: 'meter',
        priority: 100,
        name: { en: 'Meter', es: 'Parquímetro', hi: 'मीटर' },
        when: { hours: '{hours}', weekdays: [1, 2, 3, 4, 5, 6] },
        price: { perHour: '{rate}', every: '{minutes} minutes' },
        limits: { maxStay: '{most}', counts: 'paid' },
      },
    ],
  },
}
type Changes = { book?: object | undefined; split?: boolean; place?: object; [field: string]: unknown }
export const mappingWith = (changes: Changes = {}) =>
  JSON.stringify({
    ...smallMapping,
    ...changes,
    place: { ...smallMapping.place, ...changes.place },
    ...('book' in changes ? { book: changes.book && { ...smallMapping.book, ...changes.book } } : {}),
  })

export const smallFile = (rows = smallRows, mapping = mappingWith()): FileToRead => ({
  format: 'csv',
  bytes: table(rows),
  mapping,
})

/** Reads, checks, and compares with what an import before kept. */
export const dryRun = (file: FileToRead, current: KeptPlace[] = [], facts = smallFacts) => {
  const reading = readFile(file, facts)
  const known = new Map(current.map(({ ref, zoneNumber }) => [ref, zoneNumber]))
  const checked = checkReading(reading, facts, { known, listIds: new Set(['holidays']) })
  return {
    reading,
    checked,
    kept: checked.places.map(keptOf),
    ...compare(checked, new Map(current.map(place => [place.zoneNumber, place])), reading.rowsRead),
  }
}
