// Deleting the account: what goes, what stays, and a proof that it is the driver who asks.
import './data.css'
import type { ProofForm as Proof, User } from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import type { Session } from '@parkit/contract/parking/sessions'
import { errors } from '@parkit/contract/platform/errors'
import { moneyText } from '@parkit/contract/platform/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useBalance } from '#money/wallet/wallet.ts'
import { CallError, send } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSignOut } from '#platform/sign-in.ts'
import { useStore } from '#platform/store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { isProofError, ProofForm } from '../proof/ProofForm.tsx'
import { dataWords, useDataWords } from './words.ts'

const sessionsKey = ['parking.active']

/**
 * The app's query of active sessions, refetched when the sheet opens. Read from the cache: a query observed by a component
 * that can't fetch it may take that one's options, and then does not refetch.
 */
function useRunningSessions(): Session[] {
  const queries = useQueryClient()
  useEffect(() => void queries.invalidateQueries({ queryKey: sessionsKey }), [queries])
  const subscribe = (changed: () => void) => queries.getQueryCache().subscribe(changed)
  return useStore({ subscribe, get: () => queries.getQueryData<Session[]>(sessionsKey) }) ?? []
}

const isParked = (error: unknown) => error instanceof CallError && error.code === 'session_running'

export default function DeleteSheet({ open, user, onClose }: { open: boolean; user: User; onClose: () => void }) {
  const words = useDataWords()
  const leave = useSignOut()
  const language = useLanguage()
  const queries = useQueryClient()
  const form = useId()
  const nowMs = useNow()
  const running = useRunningSessions().find(({ EndsAt }) => Date.parse(EndsAt) > nowMs)
  const balance = useBalance().data?.Balance ?? 0
  const remove = useMutation({
    mutationFn: (body: Proof) => send(deleteAccount, { body }),
    onSuccess: () => {
      toast.success(dataWords().deleted)
      leave()
    },
    onError: error => {
      if (isParked(error)) void queries.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  // the server refuses while a session is active (D-94); the sheet says so before anything is typed
  const parked = running !== undefined || isParked(remove.error)
  const close = () => {
    if (remove.isPending) return
    remove.reset()
    onClose()
  }
  const refused = remove.isError && !isProofError(remove.error) && !isParked(remove.error)
  return (
    <Sheet
      open={open}
      onClose={close}
      title={words.deleteTitle}
      wide="dialog"
      dock={
        <div className="delete__ways">
          {parked ? (
            <Button variant="primary" block to={running ? `/dashboard?session=${running.SessionId}` : '/homepage'}>
              {words.viewSession}
            </Button>
          ) : (
            <Button
              variant="danger"
              block
              type="submit"
              form={form}
              loading={remove.isPending}
              loadingLabel={words.deleting}
            >
              {words.deleteIt}
            </Button>
          )}
          <Button variant="quiet" block onClick={close}>
            {words.keep}
          </Button>
        </div>
      }
    >
      <div className="form-grid">
        <p>{words.goes}</p>
        <p className="t-2">{words.stays}</p>
        {balance > 0 && (
          <Banner tone="warn" live={false}>
            {words.holds(moneyText(balance))}
          </Banner>
        )}
        {parked ? (
          <Banner tone="warn">{errors.session_running[language]}</Banner>
        ) : (
          <ProofForm id={form} user={user} action={remove} />
        )}
        {refused && <Banner tone="stop">{failureText(remove.error)}</Banner>}
      </div>
    </Sheet>
  )
}
