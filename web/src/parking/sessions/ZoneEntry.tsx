// The field for a zone number: checked, looked up, then the screen where the driver can park.

import { calledForm, zoneDigits, zoneRef, zoneRefForm } from '@parkit/contract/platform/zone-number'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useCities } from '#city/cities/cities.ts'
import { zoneOptions } from '#city/places/places.ts'
import { navigate } from '#platform/address.tsx'
import { CallError } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useBaseWords } from './base-words.ts'

type Props = {
  /** `road`: on a dark background with a button; `paper`: an arrow in the field. */
  look: 'road' | 'paper'
  /** Passed on to the next screen. */
  vehicleId?: string
}

export function ZoneEntry({ look, vehicleId }: Props) {
  const words = useBaseWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  // of a city whose places have names such as A007
  const hasNames = useCities()?.some(({ NamedPlaces }) => NamedPlaces) === true

  const refuse = (text: string) => {
    setError(text)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      // digits are known to be a number's; what else a place may be called, the server knows
      if (!zoneDigits.test(typed) && !(hasNames && calledForm.test(typed))) {
        // loaded later: the first view needs no error texts
        const { fieldText } = await import('@parkit/contract/platform/field-errors')
        return refuse(fieldText('zone', language))
      }
      // where it means several, the next screen asks which
      const found = await queries.fetchQuery(zoneOptions(typed)).catch(failure => {
        if (failure instanceof CallError && /^zone_(ambiguous|parts)$/.test(failure.code)) return null
        throw failure
      })
      const zone = found ? zoneRef(found) : encodeURIComponent(typed)
      const vehicle = vehicleId ? `&vehicle=${vehicleId}` : ''
      if (session.isSignedIn()) navigate(`/SelectVehicle?zone=${zone}${vehicle}`)
      // the page of a sign asks nobody to sign in first
      else navigate(session.isGuest() || !zoneRefForm.test(zone) ? `/parkdetails?zone=${zone}` : `/z/${zone}`)
    } catch (failure) {
      refuse((failure instanceof CallError && (failure.fields.zone ?? failure.message)) || words.noAnswer)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={`zone-entry zone-entry--${look}`} action="/parkdetails" onSubmit={submit} noValidate>
      <Field
        ref={field}
        name="zone"
        label={words.zoneNumber}
        hideLabel
        aria-required
        placeholder={words.zoneNumber}
        inputMode={hasNames ? 'text' : 'numeric'}
        autoCapitalize="characters"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={hasNames ? 20 : 6}
        value={typed}
        error={error}
        onChange={event => {
          setTyped(event.target.value.replace(hasNames ? /[^\p{L}\p{N} .-]/gu : /\D/g, ''))
          setError(undefined)
        }}
        end={
          look === 'paper' && (
            <IconButton
              className="zone-entry__go"
              look="ink"
              type="submit"
              label={words.go}
              aria-busy={busy}
              icon={<ArrowRight size={22} />}
            />
          )
        }
      />
      {look === 'road' && (
        <Button variant="primary" type="submit" loading={busy}>
          {words.go}
        </Button>
      )}
    </form>
  )
}
