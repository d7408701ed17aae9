// Who may read a city's exports: everybody where its data is open, else who holds one of its credentials.
import { randomUUID } from 'node:crypto'
import { hashToken, makeToken } from '#platform/auth.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './access-store.ts'

/** `places`: zones, rules, and counts. `stays`: when cars parked where, never open. */
export type Scope = 'places' | 'stays'

export const createExportAccess = ({ db }: { db: Database }) => ({
  /**
   * Whether anybody may keep the answer, or its reader alone. Throws `unauthorized` where a token is needed, and `not_found` for one
   * that is another city's, ended, or not for this.
   */
  admit: async (
    code: string,
    token: string | null,
    scope: Scope,
    now: Temporal.Instant,
  ): Promise<'public' | 'private'> => {
    const found = await store.findAdmission(db.pool, code, token ? hashToken(token) : null, scope)
    if (!found) return refuse('not_found')
    if (scope === 'places' && found.open) return 'public'
    if (!found.credentialId) return refuse(token ? 'not_found' : 'unauthorized')
    const today = now.toZonedDateTimeISO('UTC').toPlainDate()
    if (!found.lastUsedOn?.equals(today)) await store.updateLastUsed(db.pool, found.credentialId, today.toString())
    return 'private'
  },

  /** Makes a credential and stores its hash alone. A known name gets a new one; the old one ends. Throws where there is no such city. */
  invite: async (code: string, name: string, scopes: Scope[], now: Temporal.Instant): Promise<string> => {
    const token = makeToken()
    const made = await db.transaction(async tx => {
      await store.endCredential(tx, [code, name, now.toString()])
      return store.insertCredential(tx, [code, randomUUID(), name, hashToken(token), scopes, now.toString()])
    })
    if (made.length === 0) throw new Error(`No city ${code}.`)
    return token
  },

  /** Throws where the city has no such credential. */
  end: async (code: string, name: string, now: Temporal.Instant): Promise<void> => {
    const ended = await store.endCredential(db.pool, [code, name, now.toString()])
    if (ended.length === 0) throw new Error(`${code} has no credential “${name}”.`)
  },

  /** Throws where there is no such city. */
  setOpen: async (code: string, open: boolean): Promise<void> => {
    if ((await store.updateOpen(db.pool, [code, open])).length === 0) throw new Error(`No city ${code}.`)
  },
})
