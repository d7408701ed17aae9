// The search: a place, a street, a ZIP code or a zone number, looked up while it is typed.
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

/** A pause in typing that starts a search. */
const pauseMs = 300

type Props = Pick<PlaceSearch, 'filters' | 'setFilters' | 'openStay'>

export function SearchField({ filters, setFilters, openStay }: Props) {
  const words = usePlacesWords()
  const [typed, setTyped] = useState(filters.text)
  const [lastText, setLastText] = useState(filters.text)
  // Back, or another way of searching, changed the address
  if (lastText !== filters.text) {
    setLastText(filters.text)
    if (typed.trim() !== filters.text) setTyped(filters.text)
  }
  const text = typed.trim()
  const search = () => {
    if (text !== filters.text) setFilters({ text, area: null, zone: null })
  }
  useEffect(() => {
    const timer = setTimeout(search, pauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <search className="find__search">
      <form
        onSubmit={event => {
          event.preventDefault()
          search()
        }}
      >
        <Field
          label={words.search}
          hideLabel
          name="q"
          type="search"
          icon={<Search size={24} />}
          placeholder={words.searchHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={120}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          end={
            typed ? (
              <IconButton label={words.clear} icon={<X size={22} />} onClick={() => setTyped('')} />
            ) : (
              <IconButton label={words.filters} icon={<SlidersHorizontal size={22} />} onClick={openStay} />
            )
          }
        />
      </form>
    </search>
  )
}
