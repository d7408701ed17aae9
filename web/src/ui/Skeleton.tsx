// Placeholders of a loading screen. They appear after 200 ms, so that a quick answer shows none.
import './skeleton.css'
import type { CSSProperties, ReactNode } from 'react'
import { BareBays } from './Bays.tsx'
import { cx } from './cx.ts'
import { useUiWords } from './words.ts'

type Props = { width?: number | string; height: number; radius?: number; className?: string }

export function Skeleton({ width = '100%', height, radius = 8, className }: Props) {
  return <span className={cx('sk', className)} style={{ width, height, borderRadius: radius } as CSSProperties} />
}

/** Announces the loading once, around its placeholders. */
export function Loading({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const words = useUiWords()
  return (
    <div className={cx('loading', className)} role="status">
      <span className="sr-only">{words.loading}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** Rows of a list: a sign, two lines, a value. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className="list">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className="row sk-row">
          <Skeleton width={60} height={44} radius={10} />
          <span className="grow sk-lines">
            <Skeleton width={i % 2 ? '50%' : '76%'} height={16} />
            <Skeleton width={i % 2 ? '64%' : '50%'} height={12} radius={6} />
          </span>
          <Skeleton width={52} height={16} />
        </div>
      ))}
    </div>
  )
}

/** A loading list. */
export const LoadingRows = ({ count, className }: { count: number; className?: string | undefined }) => (
  <Loading className={className}>
    <SkeletonRows count={count} />
  </Loading>
)

/** The loading block of a running session. */
export function SkeletonRoad() {
  return (
    <div className="road sk-road">
      <div className="sk-road__top">
        <i style={{ width: 92, height: 68, borderRadius: 12 }} />
        <span className="grow sk-lines">
          <i style={{ width: '76%', height: 28 }} />
          <i style={{ width: '58%', height: 14 }} />
        </span>
      </div>
      <BareBays />
      <div className="sk-road__actions">
        <i />
        <i />
      </div>
    </div>
  )
}
