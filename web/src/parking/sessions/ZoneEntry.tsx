// The field for a zone number: checked, looked up, then the screen where the driver can park.

import { zoneDigits, zoneRef } from '@parkit/contract/platform/zone-number'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
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

  const refuse = (text: string) => {
    setError(text)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      if (!zoneDigits.test(typed)) {
        // loaded later: the first view needs no error texts
        const { fieldText } = await import('@parkit/contract/platform/field-errors')
        return refuse(fieldText('zone', language))
      }
      // where several cities have it, the next screen asks which
      const found = await queries.fetchQuery(zoneOptions(typed)).catch(failure => {
        if (failure instanceof CallError && failure.code === 'zone_ambiguous') return null
        throw failure
      })
      const zone = found ? zoneRef(found) : typed
      const vehicle = vehicleId ? `&vehicle=${vehicleId}` : ''
      if (session.isSignedIn()) navigate(`/SelectVehicle?zone=${zone}${vehicle}`)
      // the page of a sign asks nobody to sign in first
      else navigate(session.isGuest() ? `/parkdetails?zone=${zone}` : `/z/${zone}`)
    } catch (failure) {
      refuse((failure instanceof CallError && failure.message) || words.noAnswer)
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
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={6}
        value={typed}
        error={error}
        onChange={event => {
          setTyped(event.target.value.replace(/\D/g, ''))
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
