// The photo's sheet: the one there is, with its ways; or a chosen picture, to be placed and saved.
import { CallError } from '#platform/client.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { CropFrame } from './CropFrame.tsx'
import type { Crop } from './crop.ts'
import { usePhoto, useRemovePhoto, useSavePhoto } from './photo-queries.ts'
import { cutPicture } from './picture.ts'
import { photoWords, usePhotoWords } from './words.ts'

export type Stage =
  | { is: 'present' | 'reading' | 'unreadable' }
  | { is: 'placing'; picture: HTMLCanvasElement; crop: Crop }

type Props = {
  open: boolean
  stage: Stage
  onStage: (change: (stage: Stage) => Stage) => void
  onChoose: () => void
  onClose: () => void
}

const problemText = (error: unknown) =>
  error instanceof CallError ? (error.fields.photo ?? failureText(error)) : photoWords().unreadable

export default function PhotoSheet({ open, stage, onStage, onChoose, onClose }: Props) {
  const words = usePhotoWords()
  const { blob, src } = usePhoto()
  const save = useSavePhoto()
  const remove = useRemovePhoto()
  const busy = save.isPending || remove.isPending
  const close = () => {
    if (busy) return
    save.reset()
    remove.reset()
    onClose()
  }
  const saveIt = async () => {
    if (stage.is !== 'placing' || busy) return
    const file = await cutPicture(stage.picture, stage.crop).catch(() => null)
    if (!file) return onStage(() => ({ is: 'unreadable' }))
    save.mutate(file, {
      onSuccess: () => {
        toast.success(words.saved)
        onClose()
      },
    })
  }
  const takeBack = () => {
    if (blob) save.mutate(blob, { onError: error => toast.error(problemText(error)) })
  }
  const removeIt = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success(words.removed, { action: { label: words.undo, onClick: takeBack } })
        onClose()
      },
    })
  const problem = save.error ?? remove.error
  const isPresent = stage.is === 'present'
  return (
    <Sheet
      open={open}
      onClose={close}
      title={isPresent ? words.photo : words.place}
      wide="dialog"
      dock={
        <div className="photo__ways">
          {stage.is === 'placing' && (
            <Button variant="primary" block loading={save.isPending} loadingLabel={words.saving} onClick={saveIt}>
              {words.save}
            </Button>
          )}
          <Button variant={isPresent ? 'primary' : 'secondary'} block disabled={busy} onClick={onChoose}>
            {isPresent ? words.choose : words.other}
          </Button>
          {isPresent && (
            <Button variant="danger" block loading={remove.isPending} loadingLabel={words.removing} onClick={removeIt}>
              {words.remove}
            </Button>
          )}
        </div>
      }
    >
      <div className="photo__sheet">
        {isPresent && (
          <>
            {src && <img className="photo__large" src={src} alt={words.photo} />}
            <p className="t-sm t-2 center">{words.onlyYou}</p>
          </>
        )}
        {stage.is === 'reading' && (
          <Loading>
            <Skeleton height={300} radius={12} />
          </Loading>
        )}
        {stage.is === 'unreadable' && <Banner tone="stop">{words.unreadable}</Banner>}
        {stage.is === 'placing' && (
          <CropFrame
            picture={stage.picture}
            crop={stage.crop}
            onChange={change => onStage(now => (now.is === 'placing' ? { ...now, crop: change(now.crop) } : now))}
          />
        )}
        {problem && <Banner tone="stop">{problemText(problem)}</Banner>}
      </div>
    </Sheet>
  )
}
