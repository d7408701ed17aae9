// The search: a place, a street, a ZIP code or a zone number, suggested and looked up while it is typed.
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from '#platform/address.tsx'
import { IconButton } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { choose, type Option, useOptions } from './search-options.ts'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

const Suggestions = lazy(() => import('./Suggestions.tsx'))

/** A pause in typing that starts a search. */
const pauseMs = 300
/** In the address: the screen opens in this field. */
const askWhere = 'where'

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

  const field = useRef<HTMLInputElement>(null)
  const [address] = useSearchParams()
  const isAsked = address.has(askWhere)
  useEffect(() => {
    if (!isAsked) return
    field.current?.focus()
    setFilters({})
  }, [isAsked, setFilters])

  const list = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const options = useOptions(text, isOpen)
  const isListed = options.length > 0
  const open = (isNowOpen: boolean) => {
    setIsOpen(isNowOpen)
    setActive(-1)
  }
  const onChoose = (option: Option) => {
    const filters = choose(option)
    open(false)
    setTyped(filters.text ?? '')
    setFilters(filters)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const chosen = key === 'Enter' && options[active]
    if (chosen) onChoose(chosen)
    else if (key === 'Escape' && isListed) open(false)
    else if (step && !isOpen) open(true)
    // before the first and after the last is the field itself
    else if (step) setActive(((active + step + 1 + options.length + 1) % (options.length + 1)) - 1)
    else return
    event.preventDefault()
  }
  return (
    <search className="find__search">
      <form
        onSubmit={event => {
          event.preventDefault()
          open(false)
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
          ref={field}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? list : undefined}
          aria-activedescendant={active < 0 ? undefined : `${list}-${active}`}
          onFocus={() => open(true)}
          onBlur={() => open(false)}
          onClick={() => open(true)}
          onKeyDown={onKeyDown}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            // not where it is repeated from before the app ran
            open(event.target === document.activeElement)
          }}
          end={
            typed ? (
              <IconButton label={words.clear} icon={<X size={22} />} onClick={() => setTyped('')} />
            ) : (
              <IconButton label={words.filters} icon={<SlidersHorizontal size={22} />} onClick={openStay} />
            )
          }
        />
      </form>
      <span className="sr-only" role="status">
        {isListed && words.suggestionCount(options.length)}
      </span>
      {isListed && (
        <Suspense>
          <Suggestions id={list} options={options} active={active} onChoose={onChoose} />
        </Suspense>
      )}
    </search>
  )
}
