// What an export answers: text written page by page, and a tag that is the same as long as the text is.
import { createHash } from 'node:crypto'
import { type Places, zoneKey } from '#city/places/places.ts'

/** What is sent, and what it is compared by: the same tag, the same content. Without one nobody may keep it. */
export type Exported = { etag: string | null; text: Iterable<string> | AsyncIterable<string> }

/** Goes up with every change of what is written. */
const version = 3

export const etagOf = (parts: Iterable<string>): string => {
  const digest = createHash('sha256').update(String(version))
  for (const part of parts) digest.update(`\n${part}`)
  return `"${digest.digest('base64url').slice(0, 22)}"`
}

export type CityPlaces = ReturnType<Places['readCity']>
export type Listed = ReturnType<CityPlaces['list']> extends Iterable<infer One> ? One : never

const outlinesAtOnce = 1_000

/** Of each place with its outline, in their order; a page of them is read while the one before is sent. */
export async function* withOutlines<T>(
  places: Pick<Places, 'listOutlines'>,
  list: Iterable<Listed>,
  write: (one: Listed, outline: [number, number][]) => T,
): AsyncGenerator<T[]> {
  const pageOf = async (page: Listed[]): Promise<T[]> => {
    const outlines = await places.listOutlines(page.map(({ place }) => place))
    return page.map(one => write(one, outlines.get(zoneKey(one.place)) ?? []))
  }
  let page: Listed[] = []
  for (const one of list) {
    page.push(one)
    if (page.length < outlinesAtOnce) continue
    yield await pageOf(page)
    page = []
  }
  if (page.length > 0) yield await pageOf(page)
}

/** JSON objects of pages, separated; between what begins and ends the text. */
export async function* jsonList(begin: string, pages: AsyncIterable<object[]> | Iterable<object[]>, end: string) {
  let separator = '\n'
  yield begin
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map(one => JSON.stringify(one)).join(',\n')
    separator = ',\n'
  }
  yield end
}
