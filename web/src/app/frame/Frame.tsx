// The frame round a group of screens: navigation or not, waiting for a part of the app, the error view, the sandbox mark.
import './frame.css'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from '#platform/address.tsx'
import { useWords } from '#platform/language.tsx'
import { Lanes } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { type BarItem, BottomBar } from './BottomBar.tsx'
import { ErrorBoundary } from './ErrorView.tsx'
import { en } from './words.en.ts'

/** `main` bar and rail; `inner` the rail alone, from 720 px up; `bare` neither (landing, sign in). */
export type FrameKind = 'main' | 'inner' | 'bare'

type Props = {
  kind: FrameKind
  items?: readonly BarItem[]
  /** The server runs with stand-ins: every screen says so. */
  sandbox?: boolean
  /** The screen. */
  children: ReactNode
}

export function Frame({ kind, items = [], sandbox, children }: Props) {
  const words = useWords('app/frame/words', en)
  const { pathname } = useLocation()
  return (
    <div className={cx('frame', `frame--${kind}`)}>
      {kind !== 'bare' && (
        <a className="skip" href="#main">
          {words.skip}
        </a>
      )}
      {kind !== 'bare' && items.length > 0 && <BottomBar items={items} railOnly={kind === 'inner'} />}
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<Waiting text={words.loading} />}>{children}</Suspense>
      </ErrorBoundary>
      {sandbox && <aside className="sandbox">{words.sandbox}</aside>}
    </div>
  )
}

function Waiting({ text }: { text: string }) {
  return (
    <div className="waiting" role="status">
      <Lanes />
      <span className="sr-only">{text}</span>
    </div>
  )
}
