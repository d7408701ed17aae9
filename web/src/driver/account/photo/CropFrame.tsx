// The frame over a chosen picture: a finger, two fingers, a wheel, keys and a slider and buttons place it.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from '#ui/Button.tsx'
import { type Crop, drag, mostZoom, zoomTo } from './crop.ts'
import { drawCrop } from './picture.ts'
import { usePhotoWords } from './words.ts'

type Point = { x: number; y: number }
type Props = { picture: HTMLCanvasElement; crop: Crop; onChange: (change: (crop: Crop) => Crop) => void }

/** Sharp on any screen. */
const drawnPixels = 640
const keyStep = 0.05
const zoomStep = 1.1

export function CropFrame({ picture, crop, onChange }: Props) {
  const words = usePhotoWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const slider = useId()
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])
  const move = (right: number, down: number) => onChange(before => drag(picture, before, right, down))
  const zoomBy = (factor: number, at?: Point) => onChange(before => zoomTo(picture, before, before.zoom * factor, at))
  const fingers = useFingers(move, zoomBy)

  useEffect(() => {
    const frame = canvas.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      zoomBy(event.deltaY < 0 ? zoomStep : 1 / zoomStep, placeOf(event, frame!))
    }
    // React listens to wheels in a way that can't keep the sheet from scrolling
    frame?.addEventListener('wheel', turn, { passive: false })
    return () => frame?.removeEventListener('wheel', turn)
  })

  const press = (event: KeyboardEvent) => {
    const key = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    const zoom = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep, _: 1 / zoomStep }[event.key]
    if (key) move(key[0]! * keyStep, key[1]! * keyStep)
    if (zoom) zoomBy(zoom)
    if (key || zoom) event.preventDefault()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture */}
      <div className="crop" role="application" aria-label={words.frame} tabIndex={0} onKeyDown={press} {...fingers}>
        <canvas ref={canvas} width={drawnPixels} height={drawnPixels} />
      </div>
      <p className="t-sm t-2 center">{words.hint}</p>
      <div className="crop__ways">
        <IconButton label={words.left} icon={<ArrowLeft size={22} />} onClick={() => move(-keyStep, 0)} />
        <IconButton label={words.up} icon={<ArrowUp size={22} />} onClick={() => move(0, -keyStep)} />
        <IconButton label={words.down} icon={<ArrowDown size={22} />} onClick={() => move(0, keyStep)} />
        <IconButton label={words.right} icon={<ArrowRight size={22} />} onClick={() => move(keyStep, 0)} />
      </div>
      <label className="crop__size" htmlFor={slider}>
        <span className="t-body-s t-strong">{words.size}</span>
        <input
          id={slider}
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={crop.zoom}
          onChange={event => {
            const zoom = Number(event.target.value)
            onChange(before => zoomTo(picture, before, zoom))
          }}
        />
      </label>
    </>
  )
}

/** From 0 to 1 across the frame. */
const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }, frame: Element): Point => {
  const { left, top, width, height } = frame.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const spanOf = ([one, two]: Point[]) => (one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0)

/** One finger drags; two drag by their middle and zoom by their distance. */
function useFingers(move: (right: number, down: number) => void, zoomBy: (factor: number, at: Point) => void) {
  const down = useRef(new Map<number, Point>())
  const release = (event: PointerEvent) => down.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, placeOf(event, event.currentTarget))
    },
    onPointerMove: (event: PointerEvent) => {
      if (!down.current.has(event.pointerId)) return
      const before = [...down.current.values()]
      down.current.set(event.pointerId, placeOf(event, event.currentTarget))
      const after = [...down.current.values()]
      const [from, to] = [middleOf(before), middleOf(after)]
      move(to.x - from.x, to.y - from.y)
      if (spanOf(before) > 0) zoomBy(spanOf(after) / spanOf(before), to)
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}
