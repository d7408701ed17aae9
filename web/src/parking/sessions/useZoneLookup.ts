// What a driver types as a zone: which characters a sign may show, and the zone that is meant, or what the server asks.
import type { Zone } from '@parkit/contract/city/places'
import { calledForm, zoneDigits } from '@parkit/contract/platform/zone-number'
import { useQueryClient } from '@tanstack/react-query'
import { useCities } from '#city/cities/cities.ts'
import { zoneOptions } from '#city/places/places.ts'
import { CallError } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { useBaseWords } from './base-words.ts'

/** `asked`: it means several, and the screen asks which. */
export type ZoneLookup = { zone: Zone } | { asked: CallError } | { fault: string }

/** `city`: a code; none: the city around the driver, or the only one that has the number. */
export function useZoneLookup(city?: string) {
  const words = useBaseWords()
  const language = useLanguage()
  const queries = useQueryClient()
  // of a city whose places have names such as A007
  const hasNames = useCities()?.some(({ NamedPlaces }) => NamedPlaces) === true
  return {
    field: {
      inputMode: hasNames ? 'text' : 'numeric',
      autoCapitalize: 'characters',
      autoComplete: 'off',
      enterKeyHint: 'go',
      maxLength: hasNames ? 20 : 6,
    } as const,
    clean: (text: string) => text.replace(hasNames ? /[^\p{L}\p{N} .-]/gu : /\D/g, ''),
    find: async (typed: string): Promise<ZoneLookup> => {
      // digits are known to be a number's; what else a place may be called, the server knows
      if (!zoneDigits.test(typed) && !(hasNames && calledForm.test(typed))) {
        // loaded later: the first view needs no error texts
        const { fieldText } = await import('@parkit/contract/platform/field-errors')
        return { fault: fieldText('zone', language) }
      }
      try {
        return { zone: await queries.fetchQuery(zoneOptions(city ? `${city}/${typed}` : typed)) }
      } catch (failure) {
        if (!(failure instanceof CallError)) return { fault: words.noAnswer }
        if (/^zone_(ambiguous|parts)$/.test(failure.code)) return { asked: failure }
        return { fault: failure.fields.zone ?? (failure.message || words.noAnswer) }
      }
    },
  }
}
