// The list over a map: a sheet with three heights that stays open. Drag its head, or press it.
import './detents.css'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { useUiWords } from './words.ts'

export type Detent = 'peek' | 'half' | 'full'
const order: readonly Detent[] = ['peek', 'half', 'full']

type Props = {
  value: Detent
  onChange: (detent: Detent) => void
  label: string
  /** Always visible: the count, the order. */
  head: ReactNode
  children: ReactNode
}

export function Detents({ value, onChange, label, head, children }: Props) {
  const words = useUiWords()
  const from = useRef<number | null>(null)
  const moved = useRef(0)
  const panel = useRef<HTMLElement>(null)
  const next = order[(order.indexOf(value) + 1) % order.length]!
  const end = () => {
    const by = moved.current
    from.current = null
    panel.current?.style.removeProperty('--pull')
    if (Math.abs(by) < 24) return
    const step = Math.abs(by) > 300 ? 2 : 1
    onChange(order[Math.min(2, Math.max(0, order.indexOf(value) + (by < 0 ? step : -step)))]!)
  }
  const drag = {
    onPointerDown: (event: PointerEvent) => {
      if ((event.target as Element).closest('.detents__head :is(button, a, input)')) return
      from.current = event.clientY
      moved.current = 0
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current === null) return
      moved.current = event.clientY - from.current
      panel.current?.style.setProperty('--pull', `${moved.current}px`)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
  return (
    <section ref={panel} aria-label={label} className={`detents detents--${value}`}>
      <div className="detents__top" {...drag}>
        <button
          type="button"
          className="detents__grab"
          aria-label={words.panelSize}
          aria-expanded={value !== 'peek'}
          onClick={() => {
            if (Math.abs(moved.current) < 24) onChange(next)
          }}
        />
        <div className="detents__head">{head}</div>
      </div>
      <div className="detents__body">{children}</div>
    </section>
  )
}
