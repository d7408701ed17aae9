// Passkeys added, named, and removed; and signing in with one.
import {
  addPasskey,
  passkeyOptions,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  signInOptions,
} from '@parkit/contract/driver/passkeys'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#platform/client.ts'
import { useSignIn } from '#platform/sign-in.ts'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast.ts'
import { useProof } from '../proof/proof.tsx'
import { assertPasskey, createPasskey, isKnownHere, offerInAutofill } from './browser.ts'
import { useSetPasskeys } from './passkey-list.ts'
import { useCanUsePasskeys } from './usable.ts'
import { passkeyWords } from './words.ts'

/** `sheet` asks for a proof where signing in was a while ago; what was wanted follows it. */
export function useAddPasskey(onAdded: () => void = () => {}) {
  const setPasskeys = useSetPasskeys()
  const proof = useProof()
  const add = useMutation({
    mutationFn: async () => {
      const { Options } = await send(passkeyOptions, {})
      const Credential = await createPasskey(Options)
      return Credential && send(addPasskey, { body: { Credential } })
    },
    onSuccess: list => {
      if (!list) return
      setPasskeys(list)
      toast.success(passkeyWords().added)
      onAdded()
    },
    onError: error => {
      if (!proof.asks(error, add.mutate)) toast.error(isKnownHere(error) ? passkeyWords().known : failureText(error))
    },
  })
  return { add, sheet: proof.sheet }
}

export function useRenamePasskey(onRenamed: () => void) {
  const setPasskeys = useSetPasskeys()
  return useMutation({
    mutationFn: ({ id, Name }: { id: string; Name: string }) => send(renamePasskey, { params: { id }, body: { Name } }),
    onSuccess: list => {
      setPasskeys(list)
      onRenamed()
    },
    onError: error => toast.error(failureText(error)),
  })
}

export function useRemovePasskey(onRemoved: () => void) {
  const setPasskeys = useSetPasskeys()
  const proof = useProof()
  const remove = useMutation({
    mutationFn: (id: string) => send(removePasskey, { params: { id } }),
    onSuccess: list => {
      setPasskeys(list)
      toast.success(passkeyWords().removed)
      onRemoved()
    },
    onError: (error, id) => {
      if (!proof.asks(error, () => remove.mutate(id))) toast.error(failureText(error))
    },
  })
  return { remove, sheet: proof.sheet }
}

type Listeners = { onMutate: () => void; onError: (error: unknown) => void }

/** By the button, and in the autofill of the sign-in name until the button is pressed. Null where the browser can't. */
export function usePasskeySignIn(next: string | null, { onMutate, onError }: Listeners) {
  const enter = useSignIn()
  const [offers, setOffers] = useState(0)
  const [isPressed, setIsPressed] = useState(false)
  const signIn = useMutation({
    mutationFn: async (chosen: Awaited<ReturnType<typeof assertPasskey>> | undefined) => {
      const Credential = chosen ?? (await assertPasskey((await send(signInOptions, {})).Options))
      return Credential && send(signInByPasskey, { body: { Credential } })
    },
    onMutate,
    onSuccess: answer => answer && enter(answer, next),
    onError,
    onSettled: answer => {
      setIsPressed(false)
      if (!answer) setOffers(count => count + 1)
    },
  })
  const { mutate } = signIn
  const canUse = useCanUsePasskeys()
  const isOffered = canUse && !isPressed
  // a refused passkey ends the offer, which is then made anew
  useEffect(() => (isOffered ? offerInAutofill(mutate) : undefined), [isOffered, offers, mutate])
  if (!canUse) return null
  return {
    isPending: signIn.isPending,
    press: () => {
      setIsPressed(true)
      mutate(undefined)
    },
  }
}
