// The photo, or what stands for one, with the way to another: press it, choose, place, save.
import './photo.css'
import type { User } from '@parkit/contract/driver/account'
import { Camera, CircleUserRound } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { savesData } from '#platform/data-saver.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Avatar } from '#ui/Screen.tsx'
import { middle } from './crop.ts'
import type { Stage } from './PhotoSheet.tsx'
import { usePhoto } from './photo-queries.ts'
import { openPicture } from './picture.ts'
import { usePhotoWords } from './words.ts'

const PhotoSheet = lazySheet(() => import('./PhotoSheet.tsx'))

export function PhotoButton({ user }: { user: User }) {
  const words = usePhotoWords()
  const { url, src } = usePhoto(!savesData())
  const [open, setOpen] = useState(false)
  const [stage, setStage] = useState<Stage>({ is: 'present' })
  const input = useRef<HTMLInputElement>(null)
  const turn = useRef(0)
  const choose = () => input.current?.click()
  const press = () => {
    if (!url) return choose()
    setStage({ is: 'present' })
    setOpen(true)
  }
  const chosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file) return
    const mine = ++turn.current
    setStage({ is: 'reading' })
    setOpen(true)
    // the same file may be chosen again
    event.target.value = ''
    const next: Stage = await openPicture(file).then(
      picture => ({ is: 'placing', picture, crop: middle(picture) }),
      () => ({ is: 'unreadable' }),
    )
    if (mine === turn.current) setStage(next)
  }
  return (
    <>
      <button type="button" className="photo" onClick={press}>
        <span className="photo__face" aria-hidden="true">
          <Avatar size={80} src={src} className="t-h1">
            {`${user.FirstName.charAt(0)}${user.LastName.charAt(0)}`.toUpperCase() || <CircleUserRound size={36} />}
          </Avatar>
          <span className="photo__badge">
            <Camera size={16} />
          </span>
        </span>
        <span className="sr-only">{url ? words.change : words.add}</span>
      </button>
      <input ref={input} type="file" accept="image/*" hidden aria-label={words.choose} onChange={chosen} />
      <PhotoSheet open={open} stage={stage} onStage={setStage} onChoose={choose} onClose={() => setOpen(false)} />
    </>
  )
}
