// Support's front door: what drivers tell us, and the ways to reach somebody.
import { randomUUID } from 'node:crypto'
import type { Input } from '@parkit/contract/call'
import type * as contract from '@parkit/contract/support'
import type { Driver } from '#platform/auth.ts'
import type { Database } from '#platform/db.ts'
import { createAttachments } from './attachments.ts'
import { createCallbacks } from './callbacks.ts'
import { createChat } from './chat.ts'
import * as store from './store.ts'
import { createStreams } from './streams.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

type Deps = {
  db: Database
  /** throws `not_found` where the session is not this driver's */
  requireSession: (driverId: string, sessionId: string) => Promise<void>
  /** whether the token still signs its driver in */
  isLive: (token: string) => Promise<boolean>
  onError: (error: unknown) => void
}

const words = { en, hi }

export const createSupport = ({ db, requireSession, isLive, onError }: Deps) => {
  const chat = createChat({ db })
  const attachments = createAttachments({ db })
  return {
    callbacks: createCallbacks({ db }),
    chat,
    attachments,
    streams: createStreams({ db, chat, isLive, onError }),

    sendFeedback: async (
      { driverId, language }: Driver,
      { Stars, Text = '', SessionId }: Input<typeof contract.sendFeedback>['body'],
      now: Temporal.Instant,
    ) => {
      if (SessionId) await requireSession(driverId, SessionId)
      await store.upsertFeedback(db.pool, {
        feedbackId: randomUUID(),
        driverId,
        sessionId: SessionId ?? null,
        stars: Stars,
        words: Text,
        sentAt: now,
      })
      return { Message: words[language].feedbackThanks }
    },

    /** what is due */
    handlers: attachments.handlers,
  }
}
export type Support = ReturnType<typeof createSupport>
