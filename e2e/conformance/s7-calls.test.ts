// §7 of the specification: the headers and bodies of the calls, and each recorded endpoint.
import * as vehicles from '@parkit/contract/driver/vehicles'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { require } from '../api.ts'
import { signInOnScreen } from '../sign-in.ts'
import { requestOf } from './mock-responses.ts'
import { expectAt, expectHeading, go, press } from './navigation.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address, driver, newDriver, newNobody, registerDriver } = openVisitors()

const client = ['web/src/platform/client.ts']
const server = ['server/src/platform/http.ts', 'server/src/platform/auth.ts']

const named = async (request: Request, ...names: string[]) => {
  const headers = await request.allHeaders()
  return Object.fromEntries(names.map(name => [name, headers[name]]))
}
/** The browser's own token. */
const bearer = (page: Page) => page.evaluate(() => `Bearer ${localStorage.getItem('access_token')}`)
const recorded = ['content-type', 'authorization', 'appid', 'xapikey']

statement(
  '§7 JSON POST: JSON body; content type, bearer token, appid and xapikey from the stored user id',
  {
    built: client,
  },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/editprofile')
    await page.getByLabel('Address', { exact: true }).fill('1 Main St')
    await page.getByLabel('City').fill('Gary')
    await page.getByLabel('ZIP code').fill('46402')
    const request = await requestOf(page, 'POST', '/api/Account/Update', () => press(page, 'Save'))
    const member = await page.evaluate(() => localStorage.getItem('p_user_id'))
    expect(await named(request, ...recorded)).toEqual({
      'content-type': 'application/json',
      authorization: await bearer(page),
      appid: 'parkit-web',
      xapikey: member,
    })
    // POST /api/Account/Update: the recorded payload
    expect(Object.keys(request.postDataJSON()).toSorted()).toEqual([
      'AddressLine1',
      'AddressLine2',
      'City',
      'EmailAddress',
      'FirstName',
      'ID',
      'LastName',
      'MinBalance',
      'PhoneNumber',
      'State',
      'UserName',
      'ZipCode',
    ])
    expect(request.postDataJSON().ID).toBe(member)
    await expectAt(page, '/profile')
    await context.close()
  },
)

statement(
  '§7 GET: form-encoded content type and the bearer token alone',
  {
    built: [...client, ...server],
  },
  async () => {
    const { page } = await driver()
    const request = await requestOf(page, 'GET', '/api/Vehicle/List', () => page.goto('/myvehicles'))
    expect(await named(request, ...recorded)).toEqual({
      'content-type': 'application/x-www-form-urlencoded',
      authorization: await bearer(page),
      appid: undefined,
      xapikey: undefined,
    })
    expect((await request.response())!.status()).toBe(200)
  },
)

statement('§7 DELETE: the bearer token and appid', { built: client }, async () => {
  const { page, context, driver: who } = await newDriver(0)
  await page.goto(`/addvehicles?id=${who.vehicleId}`)
  await press(page, 'Delete vehicle')
  const request = await requestOf(page, 'DELETE', /^\/api\/Vehicle\//, () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Delete vehicle' }).click(),
  )
  expect(await named(request, ...recorded)).toEqual({
    'content-type': undefined,
    authorization: await bearer(page),
    appid: 'parkit-web',
    xapikey: undefined,
  })
  await context.close()
})

statement(
  '§7 Multipart upload POST: a file under the caller’s key; the bearer token and appid',
  {
    built: client,
  },
  async () => {
    const { page, context } = await newDriver(0)
    await page.goto('/chatsupport')
    await page.getByPlaceholder('Ask your question...').waitFor()
    const request = await requestOf(page, 'POST', /^\/api\/Support\/.*(Attachment|File)/i, async () => {
      await page
        .locator('main input[type=file]')
        .setInputFiles({ name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') })
      await press(page, 'Send')
    })
    expect((await request.allHeaders())['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(await named(request, 'authorization', 'appid')).toEqual({
      authorization: await bearer(page),
      appid: 'parkit-web',
    })
    await context.close()
  },
)

statement('§7 Token request POST: form-encoded; the access_token is stored', { built: client }, async () => {
  const who = await registerDriver(0)
  const { page, context } = await newNobody()
  const request = await requestOf(page, 'POST', '/api/Token', () => signInOnScreen(page, who))
  expect((await request.allHeaders())['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(request.postData()!))).toEqual({
    grant_type: 'password',
    username: who.email,
    password: who.password,
  })
  const { access_token } = await (await request.response())!.json()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(access_token)
  await context.close()
})

for (const [name, header, expected] of [
  ['a matching xapikey and appid pass', {}, 200],
  ['another’s xapikey is refused', { xapikey: 'someone-else' }, 401],
  ['another appid is refused', { appid: 'another-app' }, 401],
  ['neither is asked for', { xapikey: '', appid: '' }, 200],
] as const)
  statement(`D-72: ${name}`, { built: server }, async () => {
    const { page, token } = await driver()
    const member = await page.evaluate(() => localStorage.getItem('p_user_id')!)
    const response = await fetch(`${address}/api/Vehicle/List`, {
      headers: { authorization: `Bearer ${token}`, xapikey: member, appid: 'parkit-web', ...header },
    })
    expect(response.status).toBe(expected)
  })

for (const path of ['/api/Vehicle/List', '/api/Account/Details'])
  statement(`§7 GET ${path} needs the bearer token`, { built: server }, async () => {
    const { token } = await driver()
    expect((await fetch(`${address}${path}`)).status).toBe(401)
    expect((await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  })

for (const path of ['/api/Vehicle/Makes', '/api/Vehicle/Colors', '/api/Core/States'])
  statement(`§7 GET ${path}: a list`, { built: ['server/src/driver/vehicles/routes.ts'] }, async () => {
    const items = await (await fetch(`${address}${path}`)).json()
    expect(items.length).toBeGreaterThan(8)
  })

statement(
  '§7 GET /api/Vehicle/Models/{makeId}: the models of a make',
  {
    built: ['server/src/driver/vehicles/routes.ts'],
  },
  async () => {
    const { page } = await driver()
    await go(page, '/addvehicles')
    await expectHeading(page, 'Add Vehicle')
    const request = await requestOf(page, 'GET', /^\/api\/Vehicle\/Models\/\d+$/, () =>
      page.getByLabel('Make', { exact: true }).selectOption({ label: 'HONDA' }),
    )
    const models: { PvValue: string }[] = await (await request.response())!.json()
    expect(models.map(({ PvValue }) => PvValue.toUpperCase())).toContain('CIVIC')
  },
)

for (const [action, idField] of [
  ['Add', undefined],
  ['Update', 'VehicleId'],
] as const)
  statement(
    `§7 POST /api/Vehicle/${action}: the recorded payload`,
    {
      built: ['web/src/driver/vehicles/vehicle-mutations.ts', 'server/src/driver/vehicles/routes.ts'],
    },
    async () => {
      const { page, context, driver: who, token } = await newDriver(0)
      const fields = ['PlateNumber', 'PlateState', 'VehicleColor', 'VehicleMake', 'VehicleModel', 'VehicleYear']
      const sent = async (during: () => Promise<unknown>) => {
        const request = await requestOf(page, 'POST', `/api/Vehicle/${action}`, during)
        return Object.keys(request.postDataJSON()).toSorted()
      }
      if (action === 'Update') {
        await page.goto(`/addvehicles?id=${who.vehicleId}`)
        await expectHeading(page, 'Edit Vehicle')
        expect(await sent(() => press(page, 'Save vehicle'))).toEqual([...fields, idField].toSorted())
      } else {
        await page.goto('/addvehicles')
        await page.getByLabel('Plate Number').fill('PAYLOAD 7')
        await page.getByLabel('State').selectOption('Illinois')
        await page.getByLabel('Make', { exact: true }).selectOption({ label: 'HONDA' })
        await page.getByLabel('Model').selectOption({ label: 'CIVIC' })
        await page.getByLabel('Color').selectOption({ label: 'BLUE' })
        await page.getByRole('button', { name: /^Year/ }).click()
        await page.getByRole('dialog').getByRole('button', { name: '2022', exact: true }).click()
        expect(await sent(() => press(page, 'Save vehicle'))).toEqual(fields)
      }
      await expectAt(page, '/myvehicles')
      expect(await require(address, vehicles.listVehicles, {}, { token })).toHaveLength(action === 'Add' ? 2 : 1)
      await context.close()
    },
  )

statement(
  '§7 My Vehicles asks for the list once on open',
  { built: ['web/src/driver/vehicles/vehicles.ts'] },
  async () => {
    const { page } = await driver()
    let asked = 0
    const count = (request: Request) => {
      if (new URL(request.url()).pathname === '/api/Vehicle/List') asked++
    }
    page.on('request', count)
    await page.goto('/myvehicles')
    await expectHeading(page, 'Vehicle 1')
    await page.waitForLoadState('networkidle')
    page.off('request', count)
    expect(asked).toBe(1)
  },
)
