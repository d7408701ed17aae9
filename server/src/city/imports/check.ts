// Parts what was read into sound places and refused rows: each fault with its row, field, and reason. Pure.
import { distance } from 'geokdbush'
import { readBook, readDayList } from '#city/calendar/calendar.ts'
import type { CityFacts } from '#city/cities/cities.ts'
import { numberPlaces } from './numbers.ts'
import { type PlaceOfRows, type ReadBook, type Reading, ReadPlace } from './shape.ts'

/** A place farther from its city's center is an error of its position: latitude and longitude swapped, or zero. */
const farKm = 100

export type NumberedPlace = PlaceOfRows & { zoneNumber: string; payable: boolean }
export type Checked = Pick<Reading, 'books' | 'lists' | 'refused'> & { places: NumberedPlace[] }

type City = Pick<CityFacts, 'latitude' | 'longitude' | 'currency'>

/** Books without their faults; the others by name, with the first fault of each. */
const checkBooks = (books: ReadBook[], lists: ReadonlySet<string>) => {
  const faults = new Map<string, { field: string; reason: string }>()
  for (const { bookId, book } of books) {
    const { problems } = readBook(book, lists)
    const [fault] = problems.filter(({ isWarning }) => !isWarning)
    if (fault && !faults.has(bookId)) faults.set(bookId, fault)
  }
  return { sound: books.filter(({ bookId }) => !faults.has(bookId)), faults }
}

/**
 * `known`: reference → number of the city's places, withdrawn ones too. `lists`: the city's lists of days beside those read.
 */
export const checkReading = (
  { places, books, lists, refused: refusedBefore }: Reading,
  city: City,
  {
    known,
    taken: takenBefore,
    listIds,
  }: { known: ReadonlyMap<string, string>; taken?: ReadonlySet<string>; listIds: ReadonlySet<string> },
): Checked => {
  const refused = [...refusedBefore]
  const refusePlace = ({ rows, ref }: PlaceOfRows, field: string, reason: string) => {
    for (const row of rows) refused.push({ row, key: ref, field, reason })
  }
  const soundLists = lists.filter(({ listId, list }) => {
    const [problem] = readDayList(list).problems
    if (problem) refused.push({ row: 0, key: listId, field: problem.field, reason: problem.reason })
    return !problem
  })
  const { sound, faults } = checkBooks(books, new Set([...listIds, ...soundLists.map(({ listId }) => listId)]))
  const soundIds = new Set(sound.map(({ bookId }) => bookId))
  const refs = new Set<string>()
  const taken = places.filter(place => {
    const { rows: _, number: __, splitOf: ___, warning: ____, ...own } = place
    const [issue] = ReadPlace.safeParse(own).error?.issues ?? []
    const fault = place.bookId === null ? undefined : faults.get(place.bookId)
    const far = distance(place.longitude, place.latitude, city.longitude, city.latitude)
    if (issue) refusePlace(place, issue.path.join('.') || 'place', issue.message)
    else if (refs.has(place.ref)) refusePlace(place, 'ref', 'is given twice')
    else if (!(far <= farKm))
      refusePlace(place, 'position', `is ${Math.round(far)} km from the city’s center: swapped, or of another city`)
    else if (fault) refusePlace(place, fault.field, fault.reason)
    else if (place.bookId !== null && !soundIds.has(place.bookId))
      refusePlace(place, 'rules', `no rules are called ${place.bookId}`)
    else {
      refs.add(place.ref)
      return true
    }
    return false
  })
  const numbered = numberPlaces(taken, known, takenBefore).flatMap(({ place, zoneNumber }) => {
    if (zoneNumber !== null)
      return [{ ...place, zoneNumber, payable: place.bookId !== null && city.currency === 'USD' }]
    refusePlace(place, 'number', `${place.number ?? 'no number'} belongs to another place, or none is left`)
    return []
  })
  const used = new Set(numbered.map(({ bookId }) => bookId))
  return { places: numbered, books: sound.filter(({ bookId }) => used.has(bookId)), lists: soundLists, refused }
}
