// How a place is saved: as Home, as Work, or by a name; and the way to remove it.
import type { Zone } from '@parkit/contract/city/places'
import { removeSaved, type SavedPlace, savedKinds, savePlace } from '@parkit/contract/city/saved'
import { savedPlaces as limits } from '@parkit/contract/platform/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { send } from '#platform/client.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Segmented } from '#ui/Segmented.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { cacheSaved, savedKey } from './saved-places.ts'
import { useSavedWords } from './words.ts'

type Props = {
  open: boolean
  zone: Pick<Zone, 'ZoneNumber' | 'City' | 'Name'>
  saved: SavedPlace | undefined
  onClose: () => void
}

export default function SaveSheet({ open, zone: { ZoneNumber, City, Name }, saved, onClose }: Props) {
  const words = useSavedWords()
  const queries = useQueryClient()
  const [kind, setKind] = useState<SavedPlace['Kind']>(saved?.Kind ?? 'home')
  const [label, setLabel] = useState(saved?.Label ?? '')
  const done = (text: string) => ({
    onSuccess: ({ Items }: { Items: SavedPlace[] }) => {
      queries.setQueryData(savedKey, cacheSaved(Items))
      toast.success(text)
      onClose()
    },
    onError: (error: unknown) => toast.error(failureText(error)),
  })
  const save = useMutation({
    mutationFn: () => send(savePlace, { body: { ZoneNumber, City, Kind: kind, Label: label.trim() } }),
    ...done(words.saved),
  })
  const remove = useMutation({
    mutationFn: () => send(removeSaved, { params: { zone: ZoneNumber }, query: { City } }),
    ...done(words.removed),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.saveAs(Name)}
      dock={
        <Button variant="primary" block type="submit" form="save-place" loading={save.isPending}>
          {words.save}
        </Button>
      }
    >
      <form id="save-place" className="form-grid" noValidate onSubmit={submit}>
        <Segmented
          block
          label={words.saveAs(Name)}
          value={kind}
          onChange={setKind}
          options={savedKinds.map(value => ({ value, label: words.kinds[value] }))}
        />
        {kind === 'other' && (
          <Field
            label={words.name}
            placeholder={Name}
            maxLength={limits.mostLabel}
            autoComplete="off"
            value={label}
            onChange={event => setLabel(event.target.value)}
          />
        )}
        {saved && (
          <Button variant="danger" block loading={remove.isPending} onClick={() => remove.mutate()}>
            {words.remove}
          </Button>
        )}
      </form>
    </Sheet>
  )
}
