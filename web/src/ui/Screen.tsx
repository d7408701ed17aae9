// One screen: its top bar, its content, its action at the lower edge.
import './screen.css'
import { ArrowLeft } from 'lucide-react'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { cameByHistory, getPlace, goBack, navigate } from '#platform/address.tsx'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { useUiWords } from './words.ts'

type Props = {
  /** The document's title; the product's name is added. */
  title: string
  top?: ReactNode
  /** The action, fixed at the lower edge above the navigation. */
  dock?: ReactNode
  children: ReactNode
  /**
   * How wide: `column` 480 (560 on a tablet), `form` 480 always, `two` two columns up to 1040 from 1024 px up,
   * `full` edge to edge and exactly as high as the window (a map).
   */
  width?: 'column' | 'form' | 'two' | 'full'
  className?: string
}

/** Of the screen that was shown last; none before the first, where the browser itself begins at the top. */
let shownPath: string | undefined
/** The screen that was just removed had the focus: its path may stay, as once its data is there. */
let hadFocus = false

/** A new screen begins at its top and takes the focus once it is there, so that a screen reader reads it from the start. */
function useArrival(main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = main.current
    return () => {
      hadFocus = own?.contains(document.activeElement) ?? false
    }
  }, [main])
  useEffect(() => {
    const { pathname } = getPlace()
    const isNew = shownPath !== undefined && shownPath !== pathname
    const takesFocus = isNew || hadFocus
    shownPath = pathname
    hadFocus = false
    if (isNew && !cameByHistory()) window.scrollTo(0, 0)
    // a field of it, or a dialog over it, may have the focus already
    if (takesFocus && !document.activeElement?.closest('#main, [role=dialog], [role=alertdialog]'))
      main.current?.focus({ preventScroll: true })
  }, [main])
}

export function Screen({ title, top, dock, children, width = 'column', className }: Props) {
  const main = useRef<HTMLElement>(null)
  useArrival(main)
  return (
    <main ref={main} id="main" tabIndex={-1} className={cx('screen', `screen--${width}`, className)}>
      <title>{title === 'ParkIt' ? title : `${title} · ParkIt`}</title>
      {top}
      <div className="screen__body">{children}</div>
      {dock}
    </main>
  )
}

type DockProps = {
  children: ReactNode
  /** With a hairline above. */
  line?: boolean
  className?: string
}

/** Holds the action of a screen at its lower edge. */
export function Dock({ children, line, className }: DockProps) {
  return <div className={cx('dock', line && 'dock--line', className)}>{children}</div>
}

type TopBarProps = {
  title: ReactNode
  /** Below the title, second ink. */
  sub?: ReactNode
  /** A path, or `true` for the screen before this one. Absent: a main screen with its large title. */
  back?: string | true
  /** Where `true` leads when there is no screen before this one; Home where absent. */
  otherwise?: string
  /** At the end: icon buttons, a switch, an avatar. */
  actions?: ReactNode
  /** Title and second line in the middle: the running session. */
  centred?: boolean
  /** On a dark background. */
  road?: boolean
}

export function TopBar({ title, sub, back, otherwise, actions, centred, road }: TopBarProps) {
  return (
    <header
      className={cx('top', !back && 'top--large', centred && 'top--centred', road && 'top--road')}
      data-toast-below
    >
      {back && <BackButton to={back} otherwise={otherwise} road={road} />}
      <div className="grow">
        <h1 className={back ? (centred ? 't-lead t-strong' : 't-bar') : 't-h1'}>{title}</h1>
        {sub && <p className="top__sub t-sm">{sub}</p>}
      </div>
      {actions}
    </header>
  )
}

type BackProps = { to: string | true; otherwise?: string; road?: boolean; float?: boolean }

/** Back to a path, or to the screen before this one (to `otherwise` where there is none). */
export function BackButton({ to, otherwise = '/homepage', road, float }: BackProps) {
  const words = useUiWords()
  return (
    <IconButton
      label={words.back}
      icon={<ArrowLeft size={24} />}
      look={float ? 'float' : road ? 'road' : 'plain'}
      onClick={() => (to === true ? goBack(otherwise) : navigate(to))}
    />
  )
}

type AvatarProps = { src?: string; size?: number; children?: ReactNode; className?: string }

/** A round picture or its substitute. Decorative: the name is beside it. */
export function Avatar({ src, size = 48, children, className }: AvatarProps) {
  return (
    <span className={cx('avatar', className)} style={{ '--avatar': `${size}px` } as CSSProperties}>
      {src ? <img src={src} alt="" width={size} height={size} /> : children}
    </span>
  )
}
