// States until when the driver's disability placard holds, and removes it.
import { removePlacard, statePlacard } from '@parkit/contract/driver/placard'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CallError, send } from '#platform/client.ts'
import { type LanguageCode, useLanguage } from '#platform/language.tsx'
import { localeOf } from '#platform/locale.ts'
import { dateText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { failureText } from '#ui/failure-text.ts'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useKeepPlacard, usePlacard } from './placard-query.ts'
import { usePlacardWords } from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** the names of those that take a driver's word */
  cities: readonly string[]
}

const dayText = (date: string, language: LanguageCode) => dateText(`${date}T12:00:00Z`, 'UTC', language)

export default function PlacardSheet({ open, onClose, cities }: Props) {
  const words = usePlacardWords()
  const query = usePlacard()
  if (query.data) return <PlacardForm stated={query.data.Until} open={open} onClose={onClose} cities={cities} />
  return (
    <Sheet open={open} onClose={onClose} title={words.title} wide="dialog">
      {query.isError ? <ReadFailed title={words.failed} query={query} /> : <Skeleton height={120} radius={12} />}
    </Sheet>
  )
}

function PlacardForm({ stated, cities, ...sheet }: Props & { stated: string | null }) {
  const words = usePlacardWords()
  const language = useLanguage()
  const form = useId()
  const keep = useKeepPlacard()
  const [Until, setUntil] = useState(stated ?? '')
  const save = useMutation({
    mutationFn: () => send(statePlacard, { body: { Until } }),
    onSuccess: answer => {
      keep(answer)
      toast.success(words.saved(dayText(Until, language)))
      sheet.onClose()
    },
  })
  const remove = useMutation({
    mutationFn: () => send(removePlacard, {}),
    onSuccess: answer => {
      keep(answer)
      setUntil('')
      toast.success(words.removed)
      sheet.onClose()
    },
  })
  const error = save.error ?? remove.error
  const fields = error instanceof CallError ? error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const names = new Intl.ListFormat(localeOf(language)).format(cities)
  return (
    <Sheet
      {...sheet}
      title={words.title}
      wide="dialog"
      dock={
        <div className="stack">
          <Button
            variant="primary"
            block
            type="submit"
            form={form}
            loading={save.isPending}
            loadingLabel={words.saving}
          >
            {words.save}
          </Button>
          {stated && (
            <Button
              variant="danger"
              block
              loading={remove.isPending}
              loadingLabel={words.removing}
              onClick={() => !remove.isPending && remove.mutate()}
            >
              {words.remove}
            </Button>
          )}
        </div>
      }
    >
      <form id={form} noValidate className="form-grid" onSubmit={submit}>
        <p className="t-2">
          {words.text} {cities.length > 0 ? words.where(names) : words.nowhere}
        </p>
        <DateField
          label={words.until}
          aria-required
          value={Until}
          written={Until ? dayText(Until, language) : words.chooseDate}
          error={fields.Until}
          onChange={event => {
            save.reset()
            setUntil(event.target.value)
          }}
        />
        <p className="t-sm t-2">{words.private}</p>
        {error && Object.keys(fields).length === 0 && <Banner tone="stop">{failureText(error)}</Banner>}
      </form>
    </Sheet>
  )
}
