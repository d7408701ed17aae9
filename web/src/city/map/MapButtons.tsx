// Buttons that move and zoom a map, for whom drags and pinches are no way.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Minus, Move, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { hasAssist } from '#platform/assist.ts'
import { useWords } from '#platform/language.tsx'
import { IconButton } from '#ui/Button.tsx'
import type { LeafletMap } from './leaflet.ts'
import { en } from './words.en.ts'

type Props = {
  map: LeafletMap | undefined
  /** Behind a button, on a small map; with large buttons they show at once. */
  fold?: boolean | undefined
  onMove?: () => void
}

/** Of the map's width or height. */
const stepPart = 0.3

export function MapButtons({ map, fold, onMove }: Props) {
  const words = useWords('city/map/words', en)
  const pad = useId()
  const [isOpen, setIsOpen] = useState(!fold || hasAssist('motor'))
  const zoom = (levels: number) => () => {
    map?.setZoom(map.getZoom() + levels)
    onMove?.()
  }
  const pan = (right: number, down: number) => () => {
    const { x, y } = map?.getSize() ?? { x: 0, y: 0 }
    const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches
    map?.panBy([right * stepPart * x, down * stepPart * y], { animate })
    onMove?.()
  }
  return (
    <>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: buttons are no form fields
        <div id={pad} role="group" aria-label={words.moveMap} className="map-zoom" data-over-map>
          <IconButton label={words.zoomOut} icon={<Minus size={22} />} onClick={zoom(-1)} />
          <IconButton label={words.up} icon={<ArrowUp size={22} />} onClick={pan(0, -1)} />
          <IconButton label={words.zoomIn} icon={<Plus size={22} />} onClick={zoom(1)} />
          <IconButton label={words.left} icon={<ArrowLeft size={22} />} onClick={pan(-1, 0)} />
          <IconButton label={words.down} icon={<ArrowDown size={22} />} onClick={pan(0, 1)} />
          <IconButton label={words.right} icon={<ArrowRight size={22} />} onClick={pan(1, 0)} />
        </div>
      )}
      {fold && (
        <IconButton
          look="float"
          className="map-move"
          label={words.moveMap}
          icon={<Move size={22} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? pad : undefined}
          data-over-map
          onClick={() => setIsOpen(!isOpen)}
        />
      )}
    </>
  )
}
