// The code that the sandbox shows instead of sending it, with a button that fills it in.
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { useAccountWords } from './words.ts'

type Props = {
  code: string
  onFill: (code: string) => void
  /** Absent: announced when it appears. */
  live?: false
  className?: string
}

export function SandboxCode({ code, onFill, ...banner }: Props) {
  const words = useAccountWords()
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={() => onFill(code)}>
          {words.fillIn}
        </Button>
      }
      {...banner}
    >
      {words.sandboxCode} <b className="num">{code}</b>
    </Banner>
  )
}
