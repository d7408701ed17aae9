// The navigation: a bar below on the phone, a rail at the left from 720 px up. Items are data.
import './bottom-bar.css'
import type { CSSProperties, ReactNode } from 'react'
import { Link, useLocation } from '#platform/address.tsx'
import { useWords } from '#platform/language.tsx'
import { cx } from '#ui/cx.ts'
import { LogoMark } from '#ui/Logo.tsx'
import { en } from './words.en.ts'

export type BarItem = {
  to: string
  label: string
  /** A 24 px icon, or the raised P sign. */
  icon: ReactNode | 'P'
  /** Other paths that belong to this item. */
  also?: readonly string[]
  /** New things there; 0 shows nothing. */
  count?: number
  /** What the count says to those who cannot see it. */
  countLabel?: string
  /** Done instead of going there. */
  instead?: () => void
}

type Props = {
  items: readonly BarItem[]
  /** Only the rail: the phone shows no bar on this screen. */
  railOnly?: boolean
}

export function BottomBar({ items, railOnly }: Props) {
  const words = useWords('app/frame/words', en)
  const { pathname } = useLocation()
  return (
    <nav
      className={cx('nav', railOnly && 'nav--rail-only')}
      style={{ '--items': items.length } as CSSProperties}
      aria-label={words.navigation}
    >
      {items.map(item => {
        const here = pathname === item.to || item.also?.includes(pathname)
        return (
          <Link
            key={item.to}
            to={item.to}
            className={here ? 'on' : ''}
            aria-current={here ? 'page' : undefined}
            onClick={event => {
              if (!item.instead) return
              event.preventDefault()
              item.instead()
            }}
          >
            {item.icon === 'P' ? (
              <span className="nav__p">
                <LogoMark size={60} />
              </span>
            ) : (
              <span className="nav__bay">
                {item.icon}
                {item.count ? <b className="nav__count num">{Math.min(item.count, 99)}</b> : null}
              </span>
            )}
            <span>
              {item.label}
              {item.count ? <span className="sr-only">, {item.countLabel}</span> : null}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
