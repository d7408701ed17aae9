// Quick park over HTTP: a phone and a plate make a driver, who parks, and completes the account later.
import * as contract from '@parkit/contract/driver/account'
import * as vehicles from '@parkit/contract/driver/vehicles'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import { vehicles as limits } from '@parkit/contract/platform/limits'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)

let phones = 0
const person = { FirstName: 'Maya', LastName: 'Torres', Password: 'correct horse battery' }
const newPhone = () => `(773) 555-${1000 + ++phones}`
const email = (n = phones) => `quick${n}@example.com`
const plate = { PlateNumber: ' kxr  4821', PlateState: 'texas' }

const quick = (own: object = {}, language?: string) =>
  parkit.call(
    contract.quickRegister,
    { body: { PhoneNumber: newPhone(), ...plate, ...own } },
    language ? { language } : {},
  )
const prove = ({ ChallengeId, SandboxCode }: { ChallengeId: string; SandboxCode?: string | undefined }) =>
  parkit.call(contract.token, { body: { grant_type: 'otp', challenge_id: ChallengeId, code: SandboxCode! } })
/** Registered and proven, with the phone as typed. */
const quickDriver = async (own: object = {}) => {
  const PhoneNumber = newPhone()
  const { body } = await prove((await quick({ PhoneNumber, ...own })).body)
  return { PhoneNumber, token: body.access_token, driverId: body.p_user_id, user: body.user_data }
}
const register = (PhoneNumber: string, EmailAddress: string) =>
  parkit.call(contract.register, { body: { ...person, PhoneNumber, EmailAddress } })
const complete = (token: string, own: object = {}) =>
  parkit.call(contract.complete, { body: { ...person, EmailAddress: email(), ...own } }, { token })
const listVehicles = async (token: string) => (await parkit.call(vehicles.listVehicles, {}, { token })).body
const password = (username: string, word = person.Password) =>
  parkit.call(contract.token, { body: { grant_type: 'password', username, password: word } })
const afterResends = () => parkit.clock.advance({ minutes: 11 })

test('a phone and a plate create a driver once the code is verified, and nothing before', async () => {
  const { status, body } = await quick({ PhoneNumber: '773 555 0199' }, 'hi')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['ChallengeId', 'ExpiresAt', 'ResendAfter', 'SandboxCode'])
  const counted = await parkit.db.pool.query('select from driver')
  expect(counted.rowCount).toBe(0)

  const entered = await prove(body)
  expect(entered.body).toMatchObject({
    is_vehicle: 'true',
    user_data: { UserName: '+17735550199', PhoneNumber: '+17735550199', EmailAddress: '', FirstName: '', LastName: '' },
  })
  const token = entered.body.access_token
  expect(await listVehicles(token)).toEqual([
    {
      VehicleID: expect.any(String),
      VehicleMake: '',
      VehicleModel: '',
      PlateNumber: 'KXR 4821',
      PlateState: 'Texas',
      VehicleColor: '',
      VehicleYear: '',
      IsDefault: true,
    },
  ])
  expect((await parkit.call(contract.profile, {}, { token })).body).toMatchObject({ Language: 'hi' })
})

test.each([
  ['PhoneNumber', ''],
  ['PhoneNumber', '555 555 5555'],
  ['PhoneNumber', 'a phone'],
  ['PhoneNumber', '7735550100; drop table driver'],
  ['PhoneNumber', '९'.repeat(10)],
  ['PhoneNumber', 7735550100],
  ['PlateNumber', ''],
  ['PlateNumber', '   '],
  ['PlateNumber', 'ABCDEFGHIJK'],
  ['PlateNumber', 'KXR#21'],
  ['PlateNumber', '<b>KXR</b>'],
  ['PlateNumber', '🚗 4821'],
  ['PlateNumber', '\u202eKXR'],
  ['PlateState', ''],
  ['PlateState', 'TX'],
  ['PlateState', 'Ontario'],
  ['PlateState', "Texas' or 1=1"],
  ['PlateState', 'x'.repeat(500)],
] as const)('Quick park with %s “%s” is refused at its field', async (field, value) => {
  const { status, error } = await quick({ [field]: value })
  expect([status, error.Code, Object.keys(error.Fields ?? {})]).toEqual([400, 'bad_input', [field]])
})

test('the limit of three texts in ten minutes applies', async () => {
  const PhoneNumber = newPhone()
  for (const status of [200, 200, 200, 429]) expect((await quick({ PhoneNumber })).status).toBe(status)
  afterResends()
  expect((await quick({ PhoneNumber })).status).toBe(200)
})

test('a quick driver parks the plate and gets a receipt', async () => {
  const { token, driverId } = await quickDriver()
  await parkit.saveCards(driverId, ['pm_card_visa'])
  await parkit.call(wallet.addMoney, { body: { Amount: 20 } }, { token })
  const [vehicle] = await listVehicles(token)
  const session = await parkit.park({ token, VehicleId: vehicle!.VehicleID })
  expect(session).toMatchObject({ Status: 'running', Vehicle: { PlateNumber: 'KXR 4821', PlateState: 'Texas' } })
  const receipt = await parkit.call(parking.receiptPdf, { params: { id: session.SessionId } }, { token })
  expect(receipt.status).toBe(200)
  // another account may park the same plate too
  const other = await quickDriver()
  await parkit.saveCards(other.driverId, ['pm_card_visa'])
  await parkit.call(wallet.addMoney, { body: { Amount: 20 } }, { token: other.token })
  const [copy] = await listVehicles(other.token)
  await parkit.park({ token: other.token, VehicleId: copy!.VehicleID })
})

test('the rest of the vehicle is added later', async () => {
  const { token } = await quickDriver()
  const [vehicle] = await listVehicles(token)
  const form = {
    VehicleMake: 'HONDA',
    VehicleModel: 'CIVIC',
    PlateNumber: 'KXR 4821',
    PlateState: 'Texas',
    VehicleColor: 'BLUE',
    VehicleYear: '2022',
  }
  const body = { VehicleId: vehicle!.VehicleID, ...form }
  expect((await parkit.call(vehicles.updateVehicle, { body }, { token })).body).toMatchObject({
    VehicleID: vehicle!.VehicleID,
    VehicleModel: 'Civic',
    VehicleYear: '2022',
  })
})

test('an existing account’s phone: the same answer, and the code signs in to it and adds the plate', async () => {
  const known = await parkit.driver({ dollars: 0 })
  const phone = (await parkit.call(contract.profile, {}, { token: known.token })).body.PhoneNumber
  const fresh = await quick()
  const { status, body } = await quick({ PhoneNumber: phone })
  expect([status, Object.keys(body)]).toEqual([200, Object.keys(fresh.body)])
  const entered = await prove(body)
  expect(entered.body.p_user_id).toBe(known.driverId)
  expect(entered.body.user_data).toMatchObject({ FirstName: 'Maya', EmailAddress: known.email })
  expect((await listVehicles(entered.body.access_token)).map(one => [one.PlateNumber, one.IsDefault])).toEqual([
    ['TST 1', true],
    ['KXR 4821', false],
  ])
  // the plate once, however it is written
  expect((await prove((await quick({ PhoneNumber: phone, PlateNumber: 'KXR-4821' })).body)).status).toBe(200)
  expect(await listVehicles(known.token)).toHaveLength(2)
  expect((await password(known.email)).status).toBe(200)
})

test('a phone whose account is at its vehicle limit still signs in and gets its plate added', async () => {
  const { PhoneNumber, token } = await quickDriver()
  const form = { VehicleMake: 'Honda', VehicleModel: 'Civic', VehicleColor: 'Blue', VehicleYear: '2022' }
  const add = (n: number) =>
    parkit.call(vehicles.addVehicle, { body: { ...form, PlateState: 'Texas', PlateNumber: `FULL ${n}` } }, { token })
  for (let n = 1; n < limits.most; n++) await add(n)
  expect((await add(0)).error.Code).toBe('vehicles_many')
  const entered = await prove((await quick({ PhoneNumber, PlateNumber: 'ONE MORE' })).body)
  expect(entered.status).toBe(200)
  expect((await listVehicles(token)).at(-1)).toMatchObject({ PlateNumber: 'ONE MORE' })
  expect((await add(0)).error.Code).toBe('vehicles_many')
})

test('two codes of one phone verified concurrently: one driver with both plates', async () => {
  const PhoneNumber = newPhone()
  const asked = [await quick({ PhoneNumber }), await quick({ PhoneNumber, PlateNumber: 'BTW 7390' })]
  const entered = await Promise.all(asked.map(({ body }) => prove(body)))
  expect(new Set(entered.map(({ body }) => body.p_user_id)).size).toBe(1)
  expect(await listVehicles(entered[0]!.body.access_token)).toHaveLength(2)
})

test('completing adds name, email and password to the same account', async () => {
  const { token, driverId, PhoneNumber } = await quickDriver()
  const { status, body } = await complete(token, { EmailAddress: ` ${email().toUpperCase()}` })
  expect(status).toBe(200)
  const UserName = (await parkit.call(contract.profile, {}, { token })).body.PhoneNumber
  expect(body).toMatchObject({ MemberId: driverId, FirstName: 'Maya', EmailAddress: email(), UserName })
  expect((await password(PhoneNumber)).body.p_user_id).toBe(driverId)
  expect((await password(email())).error.Code).toBe('wrong_credentials')
  expect(await listVehicles(token)).toHaveLength(1)
  const again = await complete(token, { EmailAddress: 'other@example.com' })
  expect([again.status, again.error.Code]).toEqual([409, 'account_complete'])
})

test.each([
  ['FirstName', ''],
  ['FirstName', ' \u0000 '],
  ['FirstName', 'x'.repeat(61)],
  ['LastName', 'x'.repeat(61)],
  ['EmailAddress', ''],
  ['EmailAddress', 'maya@'],
  ['EmailAddress', `${'x'.repeat(250)}@example.com`],
  ['Password', ''],
  ['Password', 'short'],
  ['Password', 'password'],
  ['Password', 'x'.repeat(201)],
])('completing with %s “%s” is refused at its field', async (field, value) => {
  const { token } = await quickDriver()
  const { status, error } = await complete(token, { [field]: value })
  expect([status, error.Code, Object.keys(error.Fields ?? {})]).toEqual([400, 'bad_input', [field]])
  expect((await parkit.call(contract.profile, {}, { token })).body.EmailAddress).toBe('')
})

test('markup and SQL in a name are stored as text', async () => {
  const { token } = await quickDriver()
  const names = { FirstName: '<b>Maya</b>', LastName: "O'Neill'; drop table driver; --" }
  expect((await complete(token, names)).body).toMatchObject(names)
})

test('a caller without a token or with a complete account cannot complete', async () => {
  expect((await parkit.call(contract.complete, { body: { ...person, EmailAddress: 'a@example.com' } })).status).toBe(
    401,
  )
  const { token } = await parkit.driver({ dollars: 0 })
  expect((await complete(token, { EmailAddress: 'new@example.com' })).error.Code).toBe('account_complete')
})

test('registering with the same verified phone completes that account', async () => {
  const { token, driverId, PhoneNumber } = await quickDriver()
  const begun = await register(PhoneNumber, email())
  expect((await parkit.call(contract.profile, {}, { token })).body.EmailAddress).toBe('')
  const entered = await prove(begun.body)
  expect(entered.body).toMatchObject({
    p_user_id: driverId,
    is_vehicle: 'true',
    user_data: { FirstName: 'Maya', EmailAddress: email(), UserName: entered.body.user_data.PhoneNumber },
  })
  expect((await password(PhoneNumber)).body.p_user_id).toBe(driverId)
  // complete now: the phone is that account's
  afterResends()
  const other = await prove((await register(PhoneNumber, 'someone.else@example.com')).body)
  expect([other.status, other.error.Code]).toEqual([409, 'phone_taken'])
})
