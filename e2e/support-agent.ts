// Support's side of a driver's chat, written straight to the database: independent of the driver's server.

import { createCities } from '../server/src/city/cities/cities.ts'
import type { Database } from '../server/src/platform/db.ts'
import { createChat } from '../server/src/support/chat/chat.ts'
import { createHours } from '../server/src/support/hours/hours.ts'
import type { Driver } from './api.ts'

export const supportOf = async (db: Database, { email }: Driver) => {
  const clock = { now: () => Temporal.Now.instant() }
  const hours = createHours({ cities: createCities({ db, clock }), driverCity: async () => null })
  const chat = createChat({ db, hours, requireSession: async () => {} })
  const { rows } = await db.pool.query<{ driver_id: string }>('select driver_id from driver where email = $1', [email])
  const driverId = rows[0]!.driver_id
  return {
    answer: async (text: string) => {
      const now = Temporal.Now.instant()
      await chat.say({ conversationId: await chat.open(driverId, now), sender: 'support', name: 'Daniel', text }, now)
    },
    /** how much of it the driver has not seen */
    unseen: async () => (await chat.unread(driverId)).Unread,
    /** what the driver said, as it is stored */
    heard: async () =>
      (await chat.listAfter(driverId, 0, 100)).filter(({ userType }) => userType === 'user').map(({ text }) => text),
  }
}
