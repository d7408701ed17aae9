// The search: a place, a street, a ZIP code or a zone number, looked up while it is typed.
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { StaySheet } from './stay.ts'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

/** A pause in typing that is worth a search. */
const pauseMs = 300

export function SearchField({ filters, setFilters, places }: Pick<PlaceSearch, 'filters' | 'setFilters' | 'places'>) {
  const words = usePlacesWords()
  const [typed, setTyped] = useState(filters.text)
  const [lastText, setLastText] = useState(filters.text)
  const [open, setOpen] = useState(false)
  // Back, or another way of searching, changed what stands in the address
  if (lastText !== filters.text) {
    setLastText(filters.text)
    if (typed.trim() !== filters.text) setTyped(filters.text)
  }
  const wanted = typed.trim()
  const look = () => {
    if (wanted !== filters.text) setFilters({ text: wanted, area: null, zone: null })
  }
  useEffect(() => {
    const timer = setTimeout(look, pauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <search className="find__search">
      <form
        onSubmit={event => {
          event.preventDefault()
          look()
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
              <IconButton label={words.filters} icon={<SlidersHorizontal size={22} />} onClick={() => setOpen(true)} />
            )
          }
        />
      </form>
      <StaySheet
        filters={filters}
        setFilters={setFilters}
        timeZone={places[0]?.TimeZone}
        open={open}
        onClose={() => setOpen(false)}
      />
    </search>
  )
}
