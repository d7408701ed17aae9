// The field for a zone number: checked, looked up, then the screen where the driver can park.

import { zoneRef, zoneRefForm } from '@parkit/contract/platform/zone-number'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { navigate } from '#platform/address.tsx'
import { useSession } from '#platform/session.ts'
import { Button, IconButton } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useBaseWords } from './base-words.ts'
import { useZoneLookup } from './useZoneLookup.ts'

type Props = {
  /** `road`: on a dark background with a button; `paper`: an arrow in the field. */
  look: 'road' | 'paper'
  /** Passed on to the next screen. */
  vehicleId?: string
}

export function ZoneEntry({ look, vehicleId }: Props) {
  const words = useBaseWords()
  const session = useSession()
  const lookup = useZoneLookup()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const found = await lookup.find(typed)
    setBusy(false)
    if ('fault' in found) {
      setError(found.fault)
      input.current?.focus()
      return
    }
    // where it means several, the next screen asks which
    const zone = 'zone' in found ? zoneRef(found.zone) : encodeURIComponent(typed)
    const vehicle = vehicleId ? `&vehicle=${vehicleId}` : ''
    if (session.isSignedIn()) navigate(`/SelectVehicle?zone=${zone}${vehicle}`)
    // the page of a sign asks nobody to sign in first
    else navigate(session.isGuest() || !zoneRefForm.test(zone) ? `/parkdetails?zone=${zone}` : `/z/${zone}`)
  }

  return (
    <form className={`zone-entry zone-entry--${look}`} action="/parkdetails" onSubmit={submit} noValidate>
      <Field
        ref={input}
        {...lookup.field}
        name="zone"
        label={words.zoneNumber}
        hideLabel
        aria-required
        placeholder={words.zoneNumber}
        value={typed}
        error={error}
        onChange={event => {
          setTyped(lookup.clean(event.target.value))
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
