// One to five stars as a radio group: arrows move, every star says its number and what it means.
import { Star } from 'lucide-react'
import { type Ref, useId } from 'react'
import { useSupportWords } from '#support/overview/overview.ts'
import { cx } from '#ui/cx.ts'
import { Help } from '#ui/Field.tsx'

const all = [1, 2, 3, 4, 5]

type Props = {
  legend: string
  value: number
  onChange: (stars: number) => void
  error: string | undefined
  /** takes the focus where stars are missing */
  first: Ref<HTMLInputElement>
}

export function Stars({ legend, value, onChange, error, first }: Props) {
  const words = useSupportWords()
  const name = useId()
  return (
    <fieldset className="feedback__stars" aria-describedby={`${name}-help`}>
      <legend className="t-h2">{legend}</legend>
      <div className="feedback__row">
        {all.map(stars => (
          <label key={stars} className={cx('feedback__star', stars <= value && 'feedback__star--on')}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              ref={stars === 1 ? first : undefined}
              aria-label={`${words.stars(stars)}: ${words.meanings[stars]}`}
              aria-invalid={error ? true : undefined}
              checked={stars === value}
              onChange={() => onChange(stars)}
            />
            <Star size={36} />
          </label>
        ))}
      </div>
      {/* always a line, so that choosing moves nothing */}
      <Help at={name} help={words.meanings[value] || '\u00a0'} {...(error && { error })} />
    </fieldset>
  )
}
