// Edit Profile over HTTP: every rule of the form, what never changes, and what people paste into fields.
import * as account from '@parkit/contract/driver/account'
import { User } from '@parkit/contract/driver/account-schemas'
import * as contract from '@parkit/contract/driver/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'

let parkit: TestServer
let driver: Awaited<ReturnType<TestServer['driver']>>
let known: User
beforeAll(async () => {
  parkit = await startTestServer()
  driver = await parkit.driver({ dollars: 0, vehicle: false })
  known = User.parse((await parkit.call(account.profile, {}, driver)).body)
})
afterAll(() => parkit.stop())

const address = { AddressLine1: '1 Main St', City: 'Chicago', State: 'Illinois', ZipCode: '60602' }
const form = (own: object = {}) => ({
  ID: driver.driverId,
  UserName: known.UserName,
  EmailAddress: known.EmailAddress,
  PhoneNumber: known.PhoneNumber,
  FirstName: 'Maya',
  LastName: 'Torres',
  AddressLine2: '',
  MinBalance: '0',
  ...address,
  ...own,
})
const update = (own?: object, language = 'en') =>
  parkit.call(contract.update, { body: form(own) }, { token: driver.token, language })
const stored = async () => (await parkit.call(account.profile, {}, driver)).body

test('the complete recorded payload is stored and read back', async () => {
  const { status, body } = await update({ FirstName: ' Mia ', LastName: '', AddressLine2: 'Apt 4' })
  expect(status).toBe(200)
  expect(body).toEqual({ ...known, ...address, FirstName: 'Mia', LastName: '', AddressLine2: 'Apt 4' })
  expect(await stored()).toMatchObject(body)
})

test('fields that are not inputs may be omitted', async () => {
  const { UserName, EmailAddress, PhoneNumber } = known
  const body = { UserName, EmailAddress, PhoneNumber, ...address }
  const reply = await parkit.call(contract.update, { body }, driver)
  expect([reply.status, reply.body.FirstName, reply.body.AddressLine2]).toEqual([200, '', ''])
})

const wrong: [field: string, value: unknown, en: string, hi: string][] = [
  ['UserName', '', 'Username is Required', 'यूज़रनेम ज़रूरी है'],
  ['EmailAddress', '', 'Please enter a valid email address', 'सही ईमेल लिखें'],
  ['EmailAddress', 'maya@example', 'Please enter a valid email address', 'सही ईमेल लिखें'],
  [
    'PhoneNumber',
    '',
    'Enter a phone number we can text, with area code.',
    'एरिया कोड के साथ ऐसा फ़ोन नंबर लिखें जिस पर मैसेज आ सके।',
  ],
  ['AddressLine1', '', 'AddressLine1 is Required', 'पता ज़रूरी है'],
  ['AddressLine1', ' \u0000\t', 'AddressLine1 is Required', 'पता ज़रूरी है'],
  ['AddressLine1', 'x'.repeat(121), 'This is too long.', 'यह बहुत लंबा है।'],
  ['AddressLine2', 'x'.repeat(121), 'This is too long.', 'यह बहुत लंबा है।'],
  ['FirstName', 'x'.repeat(61), 'This is too long.', 'यह बहुत लंबा है।'],
  ['LastName', 'x'.repeat(61), 'This is too long.', 'यह बहुत लंबा है।'],
  ['City', '  ', 'City is Required', 'शहर ज़रूरी है'],
  ['City', 'x'.repeat(81), 'This is too long.', 'यह बहुत लंबा है।'],
  ['State', '', 'State is Required', 'राज्य ज़रूरी है'],
  ['State', 'Select State', 'Choose one from the list.', 'लिस्ट में से चुनें।'],
  ['State', "Texas'; drop table driver; --", 'Choose one from the list.', 'लिस्ट में से चुनें।'],
  ['ZipCode', '', 'ZipCode is Required', 'ज़िप कोड ज़रूरी है'],
  ['ZipCode', undefined, 'ZipCode is Required', 'ज़िप कोड ज़रूरी है'],
  ['ZipCode', '6060A', 'Use up to 12 digits, numbers only.', 'ज़्यादा से ज़्यादा 12 अंक लिखें।'],
  ['ZipCode', '६०६०२', 'Use up to 12 digits, numbers only.', 'ज़्यादा से ज़्यादा 12 अंक लिखें।'],
  ['ZipCode', '1234567890123', 'Use up to 12 digits, numbers only.', 'ज़्यादा से ज़्यादा 12 अंक लिखें।'],
]
test.each(wrong)('%s %j is refused at that field, in both languages', async (field, value, en, hi) => {
  for (const [language, text] of [
    ['en', en],
    ['hi', hi],
  ] as const) {
    const { status, error } = await update({ [field]: value }, language)
    expect([status, error.Code, error.Fields]).toEqual([400, 'bad_input', { [field]: text }])
  }
})

test('all empty fields are reported together', async () => {
  const { error } = await update({ AddressLine1: '', City: '', State: '', ZipCode: '' })
  expect(error.Fields).toEqual({
    AddressLine1: 'AddressLine1 is Required',
    City: 'City is Required',
    State: 'State is Required',
    ZipCode: 'ZipCode is Required',
  })
})

test.each([
  ['emoji', '🚗🅿️ Straße 😀'],
  ['right to left', 'שדרות רוטשילד 12 abc'],
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['SQL', "Robert'); drop table driver;-- \\"],
  ['a format string', '%s %n {{7*7}} %00'],
  ['half a character', 'A\ud83d'],
])('%s is stored as text and read back', async (_, text) => {
  const { status } = await update({
    AddressLine1: text,
    AddressLine2: text,
    City: text,
    FirstName: text,
    LastName: text,
  })
  expect(status).toBe(200)
  const asStored = text.toWellFormed()
  expect(await stored()).toMatchObject({ AddressLine1: asStored, City: asStored, FirstName: asStored })
})

test('read-only fields and the minimum balance ignore what is sent', async () => {
  const sent = { UserName: 'root', EmailAddress: 'other@example.com', PhoneNumber: '3125550000', MinBalance: '999' }
  expect((await update(sent)).status).toBe(200)
  const { UserName, EmailAddress, PhoneNumber, MinBalance } = known
  expect(await stored()).toMatchObject({ UserName, EmailAddress, PhoneNumber, MinBalance })
})

test('a state is accepted by name in any case and by its two letters', async () => {
  expect((await update({ State: 'new york' })).body.State).toBe('New York')
  expect((await update({ State: 'TX' })).body.State).toBe('Texas')
  expect((await update({ State: 'dc' })).body.State).toBe('District of Columbia')
})

test('another driver’s ID is 404 and that driver is unchanged', async () => {
  const other = await parkit.driver({ dollars: 0, vehicle: false })
  const { status, error } = await update({ ID: other.driverId, City: 'Elsewhere' })
  expect([status, error.Code]).toEqual([404, 'not_found'])
  expect((await parkit.call(account.profile, {}, other)).body.City).toBe('')
})
