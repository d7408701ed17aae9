// A card as people know it: its brand and last digits, and the mark of the sandbox.
import type { Method } from '@parkit/contract/money/cards'
import { FlaskConical } from 'lucide-react'
import { Tag } from '#ui/Row.tsx'
import { useWalletWords } from './words.ts'

/** The brand's plaque. Decorative: the name stands beside it. */
export const CardMark = ({ type }: { type: string }) => (
  <span className="card-mark" aria-hidden="true">
    {type}
  </span>
)

/** The default card, or the first. */
export const defaultMethod = (methods: readonly Method[]): Method | undefined =>
  methods.find(method => method.IsDefault) ?? methods[0]

export const SandboxTag = () => (
  <Tag tone="warn" icon={<FlaskConical size={14} />}>
    {useWalletWords().sandbox}
  </Tag>
)
