// Members of the desk: invited by a lead or by the command, and removed; the log keeps their names.
import { randomUUID } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { desk as limits } from '@parkit/contract/platform/limits'
import type * as contract from '@parkit/contract/staff/desk-staff'
import { hashToken, makeToken, type Staff } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { queueMessage } from '#platform/outbox.ts'
import { staffOf } from './staff.ts'
import * as store from './staff-store.ts'
import { announce } from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

/** `role`: null where it is for a city's own staff. */
type Invitation = { email: string; role: contract.Role | null }

/** Returns the secret of the invitation's link, stored as a hash alone. Inviting a member again replaces the secret and, by it, the password. */
export const invite = async (tx: Queryable, { email, role }: Invitation, now: Temporal.Instant) => {
  const secret = makeToken()
  const expiresAt = now.add({ hours: 24 * limits.inviteDays })
  const invited = { staffId: randomUUID(), email: email.trim().toLowerCase(), role, inviteHash: hashToken(secret) }
  const staffId = await store.upsertInvite(tx, { ...invited, expiresAt }, now)
  return { secret, expiresAt, staffId }
}

/** For the command: invites a lead. Returns the secret. */
export const inviteLead = async (
  { pool }: Pick<Database, 'pool'>,
  email: string,
  now: Temporal.Instant,
): Promise<string> => (await invite(pool, { email, role: 'lead' }, now)).secret

/** Behind the hash, so that no server's log holds the secret. */
export const invitationLink = (publicUrl: string, secret: string): string => `${publicUrl}/desk#${secret}`

export const createMembers = ({ db, config }: { db: Database; config: Pick<Config, 'publicUrl'> }) => {
  /** Throws `leads_only`, also where it is about oneself. */
  const requireLead = async (tx: Queryable, me: Staff, other: { staffId: string } | { email: string }) => {
    const mine = await store.lockMember(tx, me.staffId)
    const isMe = 'email' in other ? other.email.toLowerCase() === me.email : other.staffId === me.staffId
    if (mine?.role !== 'lead' || isMe) refuse('leads_only')
  }

  return {
    list: async (me: Staff): Promise<Answer<typeof contract.staffList>> => {
      const Items = (await store.listMembers(db.pool)).map(row => ({
        ...staffOf(row),
        Role: row.role,
        Invited: row.is_invited,
      }))
      const Role = Items.find(({ StaffId }) => StaffId === me.staffId)?.Role ?? 'agent'
      return { Me: { StaffId: me.staffId, Name: me.name, Email: me.email, Role }, Items }
    },

    /** The link goes to the e-mail alone, so the inviting member cannot use it. */
    invite: (
      me: Staff,
      { Email, Role }: Input<typeof contract.inviteStaff>['body'],
      language: Language,
      now: Temporal.Instant,
    ) =>
      db.transaction(async tx => {
        const email = Email.toLowerCase()
        await requireLead(tx, me, { email })
        const { secret, expiresAt, staffId } = await invite(tx, { email, role: Role }, now)
        const text = words[language]
        const body = text.inviteMail(me.name, invitationLink(config.publicUrl, secret), limits.inviteDays)
        await queueMessage(tx, { channel: 'mail', recipient: email, subject: text.inviteSubject, body }, now, expiresAt)
        await store.insertAct(tx, me.staffId, 'invited', staffId, { email, role: Role }, now)
        return { Message: text.done }
      }),

    /** A repeated call changes nothing. */
    remove: (me: Staff, staffId: string, language: Language, now: Temporal.Instant) =>
      db.transaction(async tx => {
        await requireLead(tx, me, { staffId: staffId.toLowerCase() })
        const email = await store.removeMember(tx, staffId, now)
        if (email !== null) {
          await store.insertAct(tx, me.staffId, 'removed', staffId, { email }, now)
          for (const driverId of await store.releaseConversations(tx, staffId)) await announce(tx, driverId)
        }
        return { Message: words[language].done }
      }),
  }
}
