// Views of the same thing, each at an address of its own: Profile or Wallet, List or Map. Looks like the segmented switch.
import './segmented.css'
import type { ReactNode } from 'react'
import { Link } from '#platform/address.tsx'
import { cx } from './cx.ts'

type Props = {
  label: string
  /** The `to` of the view that is shown. */
  current: string
  views: readonly { to: string; label: ReactNode; icon?: ReactNode }[]
  /** The view takes the place of the other one in the history. */
  replace?: boolean
  small?: boolean
  block?: boolean
  className?: string
}

export function ViewLinks({ label, current, views, replace, small, block, className }: Props) {
  return (
    <nav aria-label={label} className={cx('seg', small && 'seg--sm', block && 'seg--block', className)}>
      {views.map(({ to, label, icon }) => (
        <Link key={to} to={to} replace={replace} aria-current={to === current ? 'page' : undefined}>
          {icon}
          {label}
        </Link>
      ))}
    </nav>
  )
}
