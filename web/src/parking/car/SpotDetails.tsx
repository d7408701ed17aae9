// What the driver notes of the car's spot: a level, a note, and a photo. Saved as it is typed, on this device alone.
import { Camera, ImageOff } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Section } from '#ui/Panel.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast.ts'
import { type CarSpot, mostLevel, mostNote } from './car-spot.ts'
import { shrinkPhoto } from './photo.ts'
import { useCarWords } from './words.ts'

type Props = { spot: CarSpot | null; isGarage: boolean; onChange: (more: Partial<CarSpot>) => boolean }

/** As it is typed, and in another tab. */
function useText(stored: string, save: (text: string) => void) {
  const [text, setText] = useState(stored)
  useEffect(() => setText(stored), [stored])
  return {
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setText(event.target.value)
      save(event.target.value)
    },
  }
}

export function SpotDetails({ spot, isGarage, onChange }: Props) {
  const words = useCarWords()
  const level = useText(spot?.level ?? '', text => onChange({ level: text }))
  const note = useText(spot?.note ?? '', text => onChange({ note: text }))
  const input = useRef<HTMLInputElement>(null)
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // the same file may be chosen again
    event.target.value = ''
    if (!file) return
    const photo = await shrinkPhoto(file).catch(() => null)
    if (photo) onChange({ photo })
    else toast.error(words.photoFailed)
  }
  return (
    <Section title={isGarage ? words.details : words.detailsStreet} className="car__details">
      {isGarage && (
        <Field label={words.level} placeholder={words.levelHint} maxLength={mostLevel} autoComplete="off" {...level} />
      )}
      <TextArea label={words.note} placeholder={words.noteHint} maxLength={mostNote} rows={2} {...note} />
      {spot?.photo && <img className="car__photo" src={spot.photo} alt={words.photo} />}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={words.addPhoto}
        onChange={take}
      />
      <div className="car__acts">
        <Button size="md" icon={<Camera size={20} />} onClick={() => input.current?.click()}>
          {spot?.photo ? words.changePhoto : words.addPhoto}
        </Button>
        {spot?.photo && (
          <Button size="md" icon={<ImageOff size={20} />} onClick={() => onChange({ photo: null })}>
            {words.removePhoto}
          </Button>
        )}
      </div>
    </Section>
  )
}
