// Registering: with a person's data or by a phone and a plate alone, proven by a code, and completed later.
import { randomUUID } from 'node:crypto'
import type * as contract from '@parkit/contract/driver/account'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { emailLink } from '@parkit/contract/platform/limits'
import type { QuickPlate, Vehicles } from '#driver/vehicles/vehicles.ts'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Driver } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { Challenges } from './challenges.ts'
import { noticeHours } from './contacts.ts'
import { requirePerson, requirePhone, userOf } from './person.ts'
import { requireRecentProof } from './recent-proof.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

type Deps = { db: Database; challenges: Challenges; vehicles: Pick<Vehicles, 'requirePlate'> }

export const createRegistration = ({ db, challenges, vehicles }: Deps) => {
  const openRegistration = (registration: store.Registration, from: string, now: Temporal.Instant) => {
    const { phone, language } = registration
    const opening = { destination: phone, channel: 'sms', driverId: null, recipient: phone } as const
    return challenges.open({ ...opening, registration, language, from }, now)
  }

  return {
    register: async (
      body: Input<typeof contract.register>['body'],
      language: Language,
      from: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.register>> => {
      const phone = requirePhone(body.PhoneNumber)
      const registration = { driverId: randomUUID(), ...(await requirePerson(body)), phone, language }
      return { MemberId: registration.driverId, ...(await openRegistration(registration, from, now)) }
    },

    /** The same answer whether or not the phone has an account: the code opens a new one, or signs in to the one there is. */
    quickRegister: async (
      body: Input<typeof contract.quickRegister>['body'],
      language: Language,
      from: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.quickRegister>> => {
      const phone = requirePhone(body.PhoneNumber)
      const plate = vehicles.requirePlate(body)
      const nameless = { firstName: '', lastName: '', email: null, passwordHash: null }
      return openRegistration({ driverId: randomUUID(), ...nameless, phone, language, plate }, from, now)
    },

    /** Needs a recent proof (D-104). The answer is the same whether or not the e-mail has an account (D-103). */
    complete: async (
      driver: Driver,
      body: Input<typeof contract.complete>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.complete>> => {
      const { driverId } = driver
      await requireRecentProof(db.pool, driver, now)
      const person = await requirePerson(body)
      return db.transaction(async tx => {
        if (!(await store.completeDriver(tx, driverId, person))) refuse('account_complete')
        await challenges.sendEmailLink(tx, driverId, emailLink.most, now)
        await enqueueNotice(tx, {
          driverId,
          kind: 'security',
          text: language => {
            const { completedSubject, completed } = words[language]
            return { subject: completedSubject, body: completed(person.email) }
          },
          at: now,
          until: now.add({ hours: noticeHours }),
        })
        return userOf(await store.getDriver(tx, driverId))
      })
    },
  }
}

type AddPlate = (tx: Queryable, driverId: string, plate: QuickPlate) => Promise<void>

/** Who signs in, or that the phone belongs to another account. */
type Settled = { driverId: string; taken?: never } | { taken: 'phone_taken' }

/** For a proven phone: a new driver, the driver of that phone, or a quick account that this completes. */
export const settleRegistration = async (
  tx: Queryable,
  registration: store.Registration,
  addPlate: AddPlate,
  now: Temporal.Instant,
): Promise<Settled> => {
  const { phone, plate } = registration
  await store.lockUserName(tx, phone)
  const settled: Settled = (await store.insertDriver(tx, registration, now))
    ? { driverId: registration.driverId }
    : await settleKnown(tx, registration)
  if (!settled.taken && plate) await addPlate(tx, settled.driverId, plate)
  return settled
}

const settleKnown = async (tx: Queryable, registration: store.Registration): Promise<Settled> => {
  const known = await store.findLogin(tx, registration.phone)
  if (!known) return { taken: 'phone_taken' }
  const settled = { driverId: known.driver_id }
  // Quick park asks for no more than the phone
  if (registration.email === null) return settled
  return (await store.completeDriver(tx, known.driver_id, registration)) ? settled : { taken: 'phone_taken' }
}
