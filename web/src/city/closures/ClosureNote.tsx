// A closure of a zone in full: when, why, whether cars are towed, and what a driver who is parked there may do.
import { Banner } from '#ui/Banner.tsx'
import { type ClosureProps, useClosureText, useClosureWords } from './ClosureLine.tsx'

export default function ClosureNote({ mayMove = false, ...props }: ClosureProps & { mayMove?: boolean }) {
  const words = useClosureWords()
  const { Name, Tow } = props.closure
  return (
    <Banner tone={Tow ? 'stop' : 'warn'} live={false}>
      <b>{useClosureText(props)}</b>
      <br />
      {[words.why(Name), Tow && words.towed, mayMove && words.moveAway].filter(Boolean).join(' ')}
    </Banner>
  )
}
