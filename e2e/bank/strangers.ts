// Strangers who attack while honest drivers park: each has an account and an address of its own, and takes whatever works.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as account from '@parkit/contract/driver/account'
import { beginExport } from '@parkit/contract/driver/data-export'
import { addVehicle, deleteVehicle } from '@parkit/contract/driver/vehicles'
import { createIntent, deleteMethod, type RequiresAction } from '@parkit/contract/money/cards'
import { withdraw } from '@parkit/contract/money/refunds'
import { addMoney } from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import { deskSignIn } from '@parkit/contract/staff/desk-staff'
import { webhookPath } from '../../server/src/money/cards/cards.ts'
import { require } from '../api.ts'
import type { Account, World } from './environment.ts'
import { type Op, writes } from './history.ts'
import type { Chance } from './random.ts'
import { createRawClient, type RawReply } from './raw-client.ts'

type Setup = {
  world: World
  strangers: Account[]
  /** honest drivers, whose ids, plates, and emails the strangers know */
  honest: Account[]
  history: Op[]
  zones: string[]
  chance: Chance
}

const weights = {
  otherIds: 14,
  otherKeys: 8,
  alteredKey: 8,
  forgedEvent: 10,
  stolenToken: 8,
  guessedCode: 3,
  guessedPassword: 3,
  freeCancels: 8,
  cardTest: 6,
  squattedPlate: 6,
  doubleWithdrawal: 4,
  malformedBody: 12,
  oversizedBody: 3,
  flood: 2,
}
export type AttackName = keyof typeof weights

/** between two attacks of one stranger */
const pauseMs = { least: 40, most: 200 }
/** a server that is down answers nobody */
const downMs = 500
const floodSize = 40

const isDone = ({ status }: RawReply) => status >= 200 && status < 300

export const createStrangers = async ({ world, strangers, honest, history, zones, chance }: Setup) => {
  /** what a stranger should not have got */
  const wrong: string[] = []
  const counts = new Map<AttackName, number>()
  const statuses = new Map<number, number>()

  const { send } = createRawClient(() => world.server().address)
  const victims = honest.slice(0, 3)
  /** as the web app signs in: a token that is bound to a cookie, and a device that is known from now on */
  const signInOnWeb = async ({ email: username, password }: Account, cookie = '') => {
    const body = { grant_type: 'password', username, password }
    const headers = { 'x-sign-in': 'cookie', cookie }
    const reply = await send({ path: account.token.path, body, headers, from: '127.7.0.1' })
    return { reply, cookies: reply.cookies.map(cookie => cookie.split(';')[0]!).join('; ') }
  }
  const stolen = await Promise.all(
    victims.map(async victim => {
      const { reply, cookies } = await signInOnWeb(victim)
      return { victim, token: JSON.parse(reply.text).access_token as string, cookies }
    }),
  )
  for (const { token } of strangers)
    for (const [n] of victims.entries()) {
      const car = { VehicleMake: 'HONDA', VehicleModel: 'FIT', VehicleColor: 'RED', VehicleYear: '2020' }
      const body = { ...car, PlateNumber: `BANK${strangers.length + n}`, PlateState: 'Illinois' }
      await require(world.server().address, addVehicle, { body }, { token })
    }

  const attackAs = (stranger: Account, from: string) => {
    type Raw = Omit<Parameters<typeof send>[0], 'from'>
    const attack = async (raw: Raw): Promise<RawReply> => {
      const reply = await send({ ...raw, from })
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      if (reply.status === 500) wrong.push(`A stranger’s ${raw.path} was answered 500`)
      return reply
    }
    const call = (path: string, body: object, key: string = randomUUID(), token = stranger.token) =>
      attack({ path, body, headers: { authorization: `Bearer ${token}`, 'idempotency-key': key } })
    const read = (path: string, token = stranger.token, method: 'GET' | 'DELETE' = 'GET', cookie = '') =>
      attack({ method, path, headers: { authorization: `Bearer ${token}`, cookie } })
    const never = async (what: string, reply: Promise<RawReply>) => {
      const { status, text } = await reply
      if (isDone({ status, text, cookies: [] })) wrong.push(`A stranger ${what}: ${status} ${text.slice(0, 300)}`)
    }
    const victim = () => chance.pick(honest)
    const stay = (VehicleId: string) => ({
      ZoneNumber: chance.pick(zones),
      VehicleId,
      Minutes: chance.between(15, 60),
      PayWith: 'wallet',
    })

    const moves: Record<AttackName, () => Promise<unknown>> = {
      otherIds: async () => {
        const one = victim()
        const id = [...one.running, ...one.stopped].at(-1) ?? 'P-0000000000'
        await never('extended', call(parking.extend.path, { SessionId: id, Minutes: 15 }))
        await never('stopped', call(parking.stop.path, { SessionId: id }))
        await never('read the session of another', read(parking.session.path.replace(':id', id)))
        await never('read the receipt of another', read(parking.receiptPdf.path.replace(':id', id)))
        await never('parked the vehicle of another', call(parking.start.path, stay(one.vehicleId)))
        await never('paid by the card of another', call(addMoney.path, { Amount: 5, PaymentMethodId: one.card }))
        await never('deleted', read(deleteVehicle.path.replace(':id', one.vehicleId), stranger.token, 'DELETE'))
        await never('deleted', read(deleteMethod.path.replace(':id', one.card), stranger.token, 'DELETE'))
        const refund = writes.refund.path.replace(':driverId', stranger.driverId).replace(':id', id)
        await never('refunded himself', call(refund, { Amount: 1, Reason: 'mine' }))
      },
      /** What another one asked, under his key: the answer is never his. */
      otherKeys: async () => {
        const ops = history.filter(({ name, outcome }) => outcome === 'ok' && !['refund', 'subscribe'].includes(name))
        if (ops.length === 0) return
        const op = chance.pick(ops)
        const { text } = await call(writes[op.name].path, op.body, op.key)
        if (text === op.answer) wrong.push(`A stranger was given the answer of ${op.key}`)
      },
      alteredKey: async () => {
        const key = randomUUID()
        const first = await call(addMoney.path, { Amount: 1 }, key)
        if (!isDone(first)) return
        await never('was paid twice for one key', call(addMoney.path, { Amount: 2 }, key))
        const started = await call(parking.start.path, stay(stranger.vehicleIds[1]!), key)
        if (!isDone(started)) return
        const { SessionId } = JSON.parse(started.text)
        await never('parked twice for one key', call(parking.start.path, stay(stranger.vehicleIds[0]!), key))
        await never('used a key for another call', call(parking.extend.path, { SessionId, Minutes: 15 }, key))
      },
      /** His own payment that his bank has not let through, and one that never was, said to have succeeded. */
      forgedEvent: async () => {
        const asked = await call(addMoney.path, { Amount: 400, PaymentMethodId: stranger.asking })
        const own = isDone(asked) ? (JSON.parse(asked.text).RequiresAction as RequiresAction | undefined) : undefined
        const id = own?.intentId ?? `pi_${randomBytes(12).toString('hex')}`
        const object = { id, object: 'payment_intent', status: 'succeeded', amount: 40_000, amount_received: 40_000 }
        const type = chance.pick(['payment_intent.succeeded', 'refund.failed', 'charge.dispute.funds_reinstated'])
        const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } })
        const at = Math.floor(world.clock.now().epochMilliseconds / 1000)
        const sign = (secret: string, of: string) => createHmac('sha256', secret).update(`${at}.${of}`).digest('hex')
        for (const signature of [
          '',
          `t=${at},v1=${sign('whsec_guess', body)}`,
          `t=${at},v1=${sign('', body)}`,
          `t=0,v1=${'0'.repeat(64)}`,
        ]) {
          const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
          await never('forged an event', attack({ path: webhookPath, body, headers }))
        }
      },
      /** Read from local storage: the cookie that it is bound to is not there. */
      stolenToken: async () => {
        const { token, victim } = chance.pick(stolen)
        const cookie = `sign_in=${randomBytes(32).toString('base64url')}`
        await never('read an account by a stolen token', read(account.details.path, token))
        await never('read an account by a stolen token', read(account.details.path, token, 'GET', cookie))
        await never('parked by a stolen token', call(parking.start.path, stay(victim.vehicleId), undefined, token))
        await never('withdrew by a stolen token', call(withdraw.path, {}, undefined, token))
        await never('began an export by a stolen token', call(beginExport.path, {}, undefined, token))
      },
      guessedCode: async () => {
        const sent = await attack({ path: account.sendCode.path, body: { Destination: victim().email } })
        const challenge_id = isDone(sent) ? JSON.parse(sent.text).ChallengeId : randomUUID()
        const body = { grant_type: 'otp', challenge_id, code: '' }
        for (let n = 0; n < 6; n++) {
          const code = String(chance.between(0, 999_999)).padStart(6, '0')
          await never('guessed a code', attack({ path: account.token.path, body: { ...body, code } }))
        }
      },
      guessedPassword: async () => {
        const guess = { grant_type: 'password', username: victim().email, password: 'seven blue bays' }
        await never('guessed a password', attack({ path: account.token.path, body: guess }))
        const desk = { Email: 'ana@parkit.example', Password: 'nine green boys' }
        await never('guessed a password of the desk', attack({ path: deskSignIn.path, body: desk }))
      },
      /** Stops at once, again and again: what he gets back is judged with everybody's sessions. */
      freeCancels: async () => {
        const body = { ...stay(stranger.vehicleId), ZoneNumber: zones[0]! }
        for (let n = 0; n < 3; n++) {
          const started = await call(parking.start.path, body)
          if (!isDone(started)) return
          const { SessionId } = JSON.parse(started.text)
          await Promise.all([1, 2, 3].map(() => call(parking.stop.path, { SessionId })))
        }
      },
      cardTest: async () => {
        for (let n = 0; n < 3; n++) {
          const body = { PaymentMethodId: 'pm_card_chargeDeclined', Amount: 1, Currency: 'USD' }
          await never('saved a card that declines', call(createIntent.path, body))
          const paid = { Amount: 5, PaymentMethodId: stranger.declining }
          await never('paid by a card that declines', call(addMoney.path, paid))
        }
      },
      squattedPlate: async () => {
        const listed = await read('/api/Vehicle/List')
        if (!isDone(listed)) return
        const cars: { VehicleID: string; PlateNumber: string }[] = JSON.parse(listed.text)
        const squatted = cars.filter(({ VehicleID }) => !stranger.vehicleIds.includes(VehicleID))
        await call(parking.start.path, stay(chance.pick(squatted).VehicleID))
      },
      doubleWithdrawal: () => Promise.all([1, 2, 3].map(() => call(withdraw.path, { Amount: 1 }))),
      malformedBody: async () => {
        const texts = [
          '{',
          'null',
          '[]',
          '"x"',
          '{"Amount":-5}',
          '{"Amount":1e999}',
          '{"Amount":"1"}',
          '{"Amount":{"valueOf":1}}',
          '{"SessionId":["P-1"],"Minutes":15}',
          '{"Minutes":9007199254740993}',
          '{"__proto__":{"Amount":1}}',
          '{"ZoneNumber":"\\u0000","VehicleId":"\'; drop table wallet; --","Minutes":15,"PayWith":"wallet"}',
          '['.repeat(20_000),
        ]
        const { path } = chance.pick([
          addMoney,
          parking.start,
          parking.extend,
          parking.stop,
          account.token,
          createIntent,
        ])
        const headers = {
          authorization: `Bearer ${stranger.token}`,
          'idempotency-key': chance.pick([randomUUID(), 'x'.repeat(300), '%00']),
          'content-type': chance.pick(['application/json', 'text/plain', 'application/x-www-form-urlencoded']),
        }
        await never('was obeyed without sense', attack({ path, body: chance.pick(texts), headers }))
      },
      oversizedBody: async () => {
        const body = { Amount: 5, more: 'x'.repeat(chance.between(70_000, 400_000)) }
        await never('sent too much and was heard', call(addMoney.path, body))
      },
      flood: async () => {
        const [id] = stranger.running
        await Promise.all(
          Array.from({ length: floodSize }, (_, n) => {
            if (n % 4 === 0) return call(addMoney.path, { Amount: 1 })
            if (n % 4 === 1) return call(parking.extend.path, { SessionId: id ?? 'P-0000000000', Minutes: 1 })
            if (n % 4 === 2) return call(parking.start.path, stay(chance.pick(stranger.vehicleIds)))
            return attack({
              path: account.token.path,
              body: { grant_type: 'password', username: `stranger${n}@example.com`, password: 'a wrong horse' },
            })
          }),
        )
      },
    }
    return moves
  }
  const attackers = strangers.map((stranger, n) => attackAs(stranger, `127.8.0.${n + 1}`))

  return {
    wrong,
    counts,
    statuses,

    /** They go on until the function that this returns is called and resolves. */
    start: (): (() => Promise<void>) => {
      let isOver = false
      const loop = async (moves: Record<AttackName, () => Promise<unknown>>) => {
        while (!isOver) {
          const name = chance.weighed(weights)
          counts.set(name, (counts.get(name) ?? 0) + 1)
          await moves[name]().catch(() => wait(downMs))
          await wait(chance.between(pauseMs.least, pauseMs.most))
        }
      }
      const loops = Promise.all(attackers.map(loop))
      return async () => {
        isOver = true
        await loops
      }
    },

    /** After all the guesses: whoever signed in on a device before signs in on it now, at the first try. */
    signInVictims: async (): Promise<void> => {
      for (const { victim, cookies } of stolen) {
        const { reply } = await signInOnWeb(victim, cookies)
        if (!isDone(reply)) wrong.push(`${victim.email} can’t sign in on a known device: ${reply.text}`)
      }
    },
  }
}
