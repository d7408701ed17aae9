// The saved cards in the wallet: which is charged, when each expires, edited, deleted, and another one added.
import './cards.css'
import type { Method } from '@parkit/contract/money/cards'
import { CircleAlert, CircleCheck, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CardMark, SandboxTag, useMethods, useWalletWords } from '#money/wallet/wallet.ts'
import { readCache, writeCache } from '#platform/local-cache.ts'
import { useIsSandbox } from '#platform/sandbox.ts'
import { IconButton } from '#ui/Button.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Question } from '#ui/Question.tsx'
import { Reload } from '#ui/Reload.tsx'
import { List, Row, Tag } from '#ui/Row.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { useDelete } from './card-mutations.ts'
import { expiryState, thisMonth } from './expiry.ts'
import { useCardWords } from './words.ts'

const CardSheet = lazySheet(() => import('./CardSheet.tsx'))
const EditCard = lazySheet(() => import('./EditCard.tsx'))

/** The skeleton's height until one was cached: that of a single card. */
const oneCardPx = 212
/** An observer reports the height after layout; reading it earlier would force layout. */
const cacheHeight = (panel: HTMLElement | null) => {
  if (!panel) return
  const watch = new ResizeObserver(() => writeCache('cardsPx', panel.offsetHeight))
  watch.observe(panel)
  return () => watch.disconnect()
}

export function SavedCards() {
  const words = useCardWords()
  const wallet = useWalletWords()
  const sandbox = useIsSandbox()
  const methods = useMethods()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Method>()
  const [deleting, setDeleting] = useState<Method>()
  const removal = useDelete(() => setDeleting(undefined))
  if (methods.isPending)
    return (
      <Loading className="wallet__card">
        <Skeleton height={readCache<number>('cardsPx') ?? oneCardPx} radius={20} className="saved__wait" />
      </Loading>
    )
  const cards = methods.data ?? []
  return (
    <Panel className="wallet__card" ref={methods.data && cacheHeight}>
      {cards.length > 0 ? (
        <Row
          icon={<CircleCheck className="go" size={28} />}
          title={wallet.activated}
          sub={wallet.cardViaStripe}
          more={sandbox && <SandboxTag />}
        />
      ) : methods.isError ? (
        <Reload text={wallet.cardsFailed} query={methods} />
      ) : (
        <Row icon={<CircleAlert size={28} />} title={wallet.noCard} />
      )}
      {cards.length > 0 && (
        <List label={words.yourCards} className="saved">
          {cards.map(card => (
            <SavedCard key={card.Id} card={card} onEdit={() => setEdited(card)} onDelete={() => setDeleting(card)} />
          ))}
        </List>
      )}
      <button type="button" className="link link--tap saved__add" onClick={() => setAdding(true)}>
        {words.addPaymentType}
      </button>
      <CardSheet open={adding} onClose={() => setAdding(false)} onAuthorized={() => setAdding(false)} />
      <EditCard open={edited !== undefined} card={edited} onClose={() => setEdited(undefined)} />
      <Question
        open={deleting !== undefined}
        title={deleting ? words.deleteTitle(words.cardEnding(deleting.CardType, deleting.Last4)) : ''}
        yes={words.deleteYes}
        no={words.keep}
        isPending={removal.isPending}
        onYes={() => deleting && !removal.isPending && removal.mutate(deleting.Id)}
        onClose={() => setDeleting(undefined)}
      >
        {words.deleteText}
      </Question>
    </Panel>
  )
}

function SavedCard({ card, onEdit, onDelete }: { card: Method; onEdit: () => void; onDelete: () => void }) {
  const words = useCardWords()
  const name = words.cardEnding(card.CardType, card.Last4)
  const state = expiryState(card, thisMonth())
  return (
    <Row
      lead={<CardMark type={card.CardType} />}
      title={<span className="num">{name}</span>}
      sub={<span className="num">{words.expires(card.MonthExpiry, card.YearExpiry.slice(-2))}</span>}
      more={
        (card.IsDefault || state !== 'good') && (
          <span className="saved__tags">
            {card.IsDefault && <Tag>{words.isDefault}</Tag>}
            {state === 'over' && <Tag tone="stop">{words.expired}</Tag>}
            {state === 'soon' && <Tag tone="warn">{words.expiresSoon}</Tag>}
          </span>
        )
      }
      end={
        <span className="saved__actions">
          <IconButton label={words.edit(name)} icon={<Pencil size={20} />} onClick={onEdit} />
          <IconButton label={words.delete(name)} icon={<Trash2 size={20} />} onClick={onDelete} />
        </span>
      }
    />
  )
}
