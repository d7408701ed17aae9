// The calls of signing in, the account and its vehicles: what they take and answer, over HTTP.
import { expect } from 'vitest'
import { confirmEmail, registerDriver } from '../api.ts'
import { callApi, expectFields, instant, type Reply } from './api-client.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address } = openVisitors()

const challenge = ['ChallengeId', 'ExpiresAt', 'ResendAfter']
const userRecord = [
  ...['MemberId', 'EmailAddress', 'PhoneNumber', 'FirstName', 'LastName', 'UserName', 'AddressLine1', 'AddressLine2'],
  ...['City', 'State', 'ZipCode', 'MinBalance'],
]

const signIn = (fields: Record<string, string>) => callApi('POST /api/Token', new URLSearchParams(fields))
const withCode = ({ body }: Reply) =>
  signIn({ grant_type: 'otp', challenge_id: String(body.ChallengeId), code: String(body.SandboxCode) })
const isSignedIn = async (token: string) =>
  (await callApi('GET /api/Account/Details', undefined, { token })).status === 200

let latest = 0
const person = () => {
  const number = `31255${String(50_000 + ((Date.now() + latest++) % 49_000)).padStart(5, '0')}`
  return {
    FirstName: 'Ada',
    LastName: 'Lane',
    EmailAddress: `ada${number}@example.com`,
    PhoneNumber: number,
    Password: 'seven green bays',
  }
}

statement(
  'API POST /api/Token: user name, e-mail or phone with the password, or a code; the recorded answer',
  {},
  async () => {
    const who = person()
    const first = await withCode(await callApi('POST /api/Account/Register', who))
    await confirmEmail(address, String(first.body.access_token), who.EmailAddress)
    for (const username of [who.EmailAddress, who.EmailAddress.toUpperCase(), who.PhoneNumber]) {
      const reply = await signIn({ grant_type: 'password', username, password: who.Password })
      expectFields(reply, ['access_token', 'app_id', 'p_user_id', 'client_id', 'is_vehicle'])
      expect(reply.body).toMatchObject({ token_type: 'bearer', is_vehicle: 'false' })
      expect(Object.keys(reply.body.user_data as object)).toEqual(expect.arrayContaining(userRecord))
    }
    expect(first.body.expires_in).toBe(30 * 24 * 60 * 60)
  },
)

statement('API POST /api/Account/Register: answers the member’s id and a challenge', {}, async () => {
  const reply = await callApi('POST /api/Account/Register', person())
  expectFields(reply, ['MemberId', ...challenge])
  expect(reply.body.ExpiresAt).toMatch(instant)
  const { body } = await withCode(reply)
  expect(body.p_user_id).toBe(reply.body.MemberId)
})

statement('API POST /api/Account/QuickRegister: answers a challenge', {}, async () => {
  const { PhoneNumber } = person()
  const reply = await callApi('POST /api/Account/QuickRegister', {
    PhoneNumber,
    PlateNumber: 'API 22',
    PlateState: 'Ohio',
  })
  expectFields(reply, challenge)
})

statement('API POST /api/Account/SendCode: the same answer, whether or not an account exists', {}, async () => {
  const who = await registerDriver(address, 0)
  const known = await callApi('POST /api/Account/SendCode', { Destination: who.email })
  const stranger = await callApi('POST /api/Account/SendCode', { Destination: person().EmailAddress })
  expectFields(known, challenge)
  expect([stranger.status, Object.keys(stranger.body)]).toEqual([known.status, Object.keys(known.body)])
})

statement('API POST /api/Account/ResetPassword: after a code sign-in; ends the other tokens', {}, async () => {
  const who = await registerDriver(address, 0)
  const { body } = await withCode(await callApi('POST /api/Account/SendCode', { Destination: who.email }))
  const token = String(body.access_token)
  const { status } = await callApi('POST /api/Account/ResetPassword', { NewPassword: 'nine blue bays' }, { token })
  expect(status).toBe(200)
  expect([await isSignedIn(who.token), await isSignedIn(token)]).toEqual([false, true])
  const login = (password: string) => signIn({ grant_type: 'password', username: who.email, password })
  expect([(await login(who.password)).status, (await login('nine blue bays')).status]).toEqual([400, 200])
})

statement('API POST /api/Account/Logout: ends this token', {}, async () => {
  const who = await registerDriver(address, 0)
  const again = await signIn({ grant_type: 'password', username: who.email, password: who.password })
  expect((await callApi('POST /api/Account/Logout', {}, { token: who.token })).status).toBe(200)
  expect([await isSignedIn(who.token), await isSignedIn(String(again.body.access_token))]).toEqual([false, true])
})

const someSettings = {
  AutoStart: true,
  AutoExtend: true,
  MaxPaymentOn: true,
  MaxPaymentAmount: 12.5,
  MinBalance: 7,
  DefaultAddAmount: 20,
  AutoTopUp: true,
  Language: 'hi',
}

statement('API POST /api/Account/Settings: any of them, and answers them all', {}, async () => {
  const { token } = await registerDriver(address, 0)
  for (const [name, value] of Object.entries(someSettings)) {
    const reply = await callApi('POST /api/Account/Settings', { [name]: value }, { token })
    expect([reply.status, reply.body[name]]).toEqual([200, value])
  }
  expect((await callApi('POST /api/Account/Settings', {}, { token })).body).toMatchObject(someSettings)
})

statement('API GET /api/Account/Profile: the user record and the settings', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const { AutoTopUp: _, ...shown } = someSettings
  const reply = await callApi('GET /api/Account/Profile', undefined, { token })
  expectFields(reply, [...userRecord, ...Object.keys(shown)])
})

statement('Rules: Max Payment Amount is $15.00 until the driver sets it', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const { body } = await callApi('GET /api/Account/Profile', undefined, { token })
  expect(body.MaxPaymentAmount).toBe(15)
})

statement('D-30: Default Add Amount is a setting of its own', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const shown = async () => {
    const { body } = await callApi('GET /api/Account/Details', undefined, { token })
    return [body.MinBalance, body.DefaultAddAmount]
  }
  const set = (body: object) => callApi('POST /api/Account/Settings', body, { token })
  await set({ MinBalance: 9 })
  expect(await shown()).toEqual([9, 9])
  await set({ DefaultAddAmount: 25 })
  await set({ MinBalance: 11 })
  expect(await shown()).toEqual([11, 25])
})

statement('§9 A new driver’s MinBalance is 0', {}, async () => {
  const { token } = await registerDriver(address, 0)
  expect((await callApi('GET /api/Account/Profile', undefined, { token })).body.MinBalance).toBe('0')
  expect((await callApi('GET /api/Account/Details', undefined, { token })).body.MinBalance).toBe(0)
})

statement('API DELETE /api/Vehicle/{id} and POST /api/Vehicle/Default', {}, async () => {
  const { token, vehicleId } = await registerDriver(address, 0)
  const fields = { VehicleMake: 'HONDA', VehicleModel: 'CIVIC', VehicleColor: 'BLUE', VehicleYear: '2022' }
  const plate = { PlateNumber: 'API 32', PlateState: 'Ohio' }
  const { body: second } = await callApi('POST /api/Vehicle/Add', { ...fields, ...plate }, { token })
  const list = async () =>
    JSON.parse((await callApi('GET /api/Vehicle/List', undefined, { token })).text) as {
      VehicleID: string
      IsDefault: boolean
    }[]
  expect((await callApi('POST /api/Vehicle/Default', { VehicleId: second.VehicleID }, { token })).status).toBe(200)
  expect((await list()).find(({ IsDefault }) => IsDefault)?.VehicleID).toBe(second.VehicleID)
  expect((await callApi(`DELETE /api/Vehicle/${second.VehicleID}`, undefined, { token })).status).toBe(200)
  expect((await list()).map(({ VehicleID, IsDefault }) => [VehicleID, IsDefault])).toEqual([[vehicleId, true]])
})

for (const [action, idField] of [
  ['Add', undefined],
  ['Update', 'VehicleId'],
] as const)
  statement(`§7 JSON POST: /api/Vehicle/${action} also takes a form-encoded body`, {}, async () => {
    const { token, vehicleId } = await registerDriver(address, 0)
    const body = new URLSearchParams({
      ...(idField && { [idField]: vehicleId }),
      VehicleMake: 'HONDA',
      VehicleModel: 'CIVIC',
      PlateNumber: `FORM ${action[0]}`,
      PlateState: 'Ohio',
      VehicleColor: 'BLUE',
      VehicleYear: '2021',
    })
    const reply = await callApi(`POST /api/Vehicle/${action}`, body, { token })
    expect([reply.status, reply.body.PlateNumber, reply.body.VehicleYear]).toEqual([200, `FORM ${action[0]}`, '2021'])
  })

statement('§7 JSON POST: /api/Account/Update also takes a form-encoded body', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const { body: user } = await callApi('GET /api/Account/Profile', undefined, { token })
  const body = new URLSearchParams({
    ...Object.fromEntries(userRecord.map(name => [name, String(user[name])])),
    ID: String(user.MemberId),
    AddressLine1: '1 Main St',
    City: 'Gary',
    State: 'Indiana',
    ZipCode: '46402',
  })
  const reply = await callApi('POST /api/Account/Update', body, { token })
  expect([reply.status, reply.body.City, reply.body.ZipCode]).toEqual([200, 'Gary', '46402'])
})

statement('A driver has one account and one wallet', {}, async () => {
  const who = await registerDriver(address, 30)
  const phone = (await callApi('GET /api/Account/Profile', undefined, who)).body.PhoneNumber as string
  const other = await signIn({ grant_type: 'password', username: phone, password: who.password })
  const { body } = await callApi('GET /api/Account/Details', undefined, { token: String(other.body.access_token) })
  expect(body.Balance).toBe(30)
})

statement('Rules: a token lives 30 days and is not renewed by use', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const ends = async () => {
    const { body } = await callApi('GET /api/Account/SignIns', undefined, { token })
    return (body.Items as { SignedInAt: string; ExpiresAt: string }[])[0]!
  }
  const { SignedInAt, ExpiresAt } = await ends()
  expect(Temporal.Instant.from(SignedInAt).until(ExpiresAt).total('hours')).toBe(30 * 24)
  await callApi('POST /api/Account/Settings', { AutoStart: true }, { token })
  expect((await ends()).ExpiresAt).toBe(ExpiresAt)
})

statement('Rules: ten tokens a driver, the oldest goes', {}, async () => {
  const who = await registerDriver(address, 0)
  const tokens = [who.token]
  for (let n = 0; n < 10; n++) {
    const { body } = await signIn({ grant_type: 'password', username: who.email, password: who.password })
    tokens.push(String(body.access_token))
  }
  expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, ...Array(10).fill(true)])
})
