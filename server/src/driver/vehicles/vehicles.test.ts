// Vehicles over HTTP: each field's wrong values, ownership, the default, and what a running session forbids.
import { settings } from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/driver/vehicles'
import { errors } from '@parkit/contract/platform/errors'
import { vehicles as limits } from '@parkit/contract/platform/limits'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)

type Driver = { token: string }
const civic: contract.VehicleForm = {
  VehicleMake: 'Honda',
  VehicleModel: 'Civic',
  PlateNumber: 'KXR 4821',
  PlateState: 'Texas',
  VehicleColor: 'Blue',
  VehicleYear: '2022',
}
const add = ({ token }: Driver, form: Partial<contract.VehicleForm> = {}) =>
  parkit.call(contract.addVehicle, { body: { ...civic, ...form } }, { token })
const update = ({ token }: Driver, VehicleId: string, form: Partial<contract.VehicleForm> = {}) =>
  parkit.call(contract.updateVehicle, { body: { VehicleId, ...civic, ...form } }, { token })
const correct = ({ token }: Driver, VehicleId: string, PlateNumber: string, PlateState = 'Texas') =>
  parkit.call(contract.correctPlate, { body: { VehicleId, PlateNumber, PlateState } }, { token })
const remove = ({ token }: Driver, id: string) => parkit.call(contract.deleteVehicle, { params: { id } }, { token })
const makeDefault = ({ token }: Driver, VehicleId: string) =>
  parkit.call(contract.defaultVehicle, { body: { VehicleId } }, { token })
const list = async ({ token }: Driver) => (await parkit.call(contract.listVehicles, {}, { token })).body
const plates = async (driver: Driver) =>
  (await list(driver)).map(vehicle => `${vehicle.PlateNumber}${vehicle.IsDefault ? ' default' : ''}`)
const bare = () => parkit.driver({ dollars: 0, vehicle: false })

test('a vehicle is stored in the spelling of the lists with a normalized plate, and the first one is the default', async () => {
  const driver = await bare()
  expect(await list(driver)).toEqual([])
  const typed = { VehicleMake: 'hONDA', VehicleModel: 'CIVIC', PlateNumber: ' kxr  4821 ', PlateState: 'texas' }
  const { status, body } = await add(driver, { ...typed, VehicleColor: 'BLUE' })
  expect(status).toBe(200)
  expect(body).toEqual({ ...civic, VehicleID: expect.any(String), IsDefault: true })
  await add(driver, { PlateNumber: 'BTW-7390' })
  expect(await plates(driver)).toEqual(['KXR 4821 default', 'BTW-7390'])
})

test.each([
  ['VehicleMake', ''],
  ['VehicleMake', 'Hondaa'],
  ['VehicleModel', ''],
  ['VehicleModel', 'Corolla'],
  ['PlateNumber', ''],
  ['PlateNumber', 'MTR 20#7'],
  ['PlateNumber', 'ABCDEFGHIJK'],
  ['PlateNumber', '-'],
  ['PlateState', ''],
  ['PlateState', 'TX'],
  ['PlateState', 'Ontario'],
  ['VehicleColor', ''],
  ['VehicleColor', 'Plaid'],
  ['VehicleYear', ''],
  ['VehicleYear', '1899'],
  ['VehicleYear', '2028'],
  ['VehicleYear', '22'],
] as const)('%s “%s” is refused at its field, on add and on update', async (field, value) => {
  const driver = await parkit.driver({ dollars: 0 })
  for (const reply of [
    await add(driver, { [field]: value }),
    await update(driver, driver.VehicleId, { [field]: value }),
  ])
    expect([reply.status, reply.error.Code, Object.keys(reply.error.Fields ?? {})]).toEqual([400, 'bad_input', [field]])
  expect(await list(driver)).toHaveLength(1)
})

test.each([
  ['-A1', 'Start with a letter or number.'],
  ['', 'Plate Number is Required'],
  ['A?1', 'Use 1 to 10 letters, numbers, spaces, or hyphens.'],
  ['ABCDEFGHIJK', 'Use 1 to 10 letters, numbers, spaces, or hyphens.'],
])('the plate “%s” is refused: %s', async (PlateNumber, reason) => {
  const { error } = await add(await bare(), { PlateNumber })
  expect(error.Fields).toEqual({ PlateNumber: reason })
})

test('all values outside the lists are reported together', async () => {
  const { error } = await add(await bare(), {
    VehicleMake: 'x',
    PlateState: 'x',
    VehicleColor: 'x',
    VehicleYear: '1800',
  })
  expect(Object.keys(error.Fields ?? {})).toEqual(['VehicleMake', 'PlateState', 'VehicleColor', 'VehicleYear'])
})

test('the oldest and the newest year are accepted', async () => {
  const driver = await bare()
  expect((await add(driver, { VehicleYear: '1900' })).status).toBe(200)
  expect((await add(driver, { VehicleYear: '2027', PlateNumber: 'NEW 1' })).status).toBe(200)
})

test('one account holds a plate of a state once, however it is typed', async () => {
  const driver = await bare()
  await add(driver)
  const again = await add(driver, { PlateNumber: 'kxr-4821' })
  expect([again.status, again.error.Code]).toEqual([409, 'vehicle_exists'])
  expect((await add(driver, { PlateState: 'Ohio' })).status).toBe(200)
  expect((await add(await bare())).status).toBe(200)
  const [, ohio] = await list(driver)
  const moved = await update(driver, ohio!.VehicleID)
  expect([moved.status, moved.error.Code]).toEqual([409, 'vehicle_exists'])
})

test('concurrent adds of one plate create one vehicle; concurrent adds of several have one default', async () => {
  const driver = await bare()
  const replies = await Promise.all(Array.from({ length: 8 }, () => add(driver)))
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
  expect(replies.filter(reply => reply.error.Code === 'vehicle_exists')).toHaveLength(7)
  const other = await bare()
  await Promise.all(Array.from({ length: 8 }, (_, n) => add(other, { PlateNumber: `P ${n}` })))
  const vehicles = await list(other)
  expect(vehicles).toHaveLength(8)
  expect(vehicles.filter(vehicle => vehicle.IsDefault)).toHaveLength(1)
})

test('a change is shown, and the vehicle may keep its plate', async () => {
  const driver = await bare()
  const { VehicleID } = (await add(driver)).body
  const changed = await update(driver, VehicleID, {
    VehicleModel: 'Accord',
    PlateNumber: 'KXR4821',
    VehicleYear: '2020',
  })
  expect(changed.body).toEqual({
    ...civic,
    VehicleID,
    VehicleModel: 'Accord',
    PlateNumber: 'KXR4821',
    VehicleYear: '2020',
    IsDefault: true,
  })
  expect(await list(driver)).toEqual([changed.body])
})

test('there is one default: the chosen one, else the oldest that is left', async () => {
  const driver = await bare()
  const ids: string[] = []
  for (const PlateNumber of ['A 1', 'B 2', 'C 3']) ids.push((await add(driver, { PlateNumber })).body.VehicleID)
  await makeDefault(driver, ids[2]!)
  expect(await plates(driver)).toEqual(['A 1', 'B 2', 'C 3 default'])
  await remove(driver, ids[2]!)
  expect(await plates(driver)).toEqual(['A 1 default', 'B 2'])
  await remove(driver, ids[1]!)
  expect(await plates(driver)).toEqual(['A 1 default'])
  await remove(driver, ids[0]!)
  expect(await list(driver)).toEqual([])
  expect((await add(driver, { PlateNumber: 'D 4' })).body.IsDefault).toBe(true)
})

test('adding a deleted vehicle again restores it with the new values', async () => {
  const driver = await bare()
  const { VehicleID } = (await add(driver)).body
  await remove(driver, VehicleID)
  const back = await add(driver, { PlateNumber: 'KXR4821', VehicleColor: 'Red' })
  expect(back.body).toEqual({ ...civic, VehicleID, PlateNumber: 'KXR4821', VehicleColor: 'Red', IsDefault: true })
})

test('an account holds a limited number of vehicles, also with concurrent adds, until one is deleted', async () => {
  const driver = await bare()
  const replies = await Promise.all(
    Array.from({ length: limits.most + 5 }, (_, n) => add(driver, { PlateNumber: `FULL ${n}` })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(limits.most)
  const refused = replies.filter(({ status }) => status === 409)
  expect(refused.map(({ error }) => [error.Code, error.Message])).toEqual(
    Array(5).fill(['vehicles_many', errors.vehicles_many.en]),
  )
  for (const text of [errors.vehicles_many.en, errors.vehicles_many.hi]) expect(text).toContain(String(limits.most))

  const [first, second] = await list(driver)
  expect((await add(driver, { PlateNumber: first!.PlateNumber })).error.Code).toBe('vehicle_exists')
  expect((await update(driver, first!.VehicleID, { PlateNumber: 'OTHER' })).status).toBe(200)
  await remove(driver, second!.VehicleID)
  const [back, another] = [await add(driver, { PlateNumber: second!.PlateNumber }), await add(driver)]
  expect([back.body.VehicleID, another.error.Code]).toEqual([second!.VehicleID, 'vehicles_many'])
  expect((await add(await bare())).status).toBe(200)
})

test('repeated adding and deleting stores no row except for vehicles that parked', async () => {
  const driver = await parkit.driver()
  await parkit.park(driver)
  parkit.clock.advance({ hours: 2 })
  await remove(driver, driver.VehicleId)
  for (const PlateNumber of ['A 1', 'B 2', 'C 3'])
    await remove(driver, (await add(driver, { PlateNumber })).body.VehicleID)
  const { rows } = await parkit.db.pool.query('select plate from vehicle where driver_id = $1 order by seq', [
    driver.driverId,
  ])
  expect(rows.map(({ plate }) => plate)).toEqual([expect.stringContaining('TST'), 'C 3'])
})

test('another driver’s vehicle is 404 and unchanged', async () => {
  const owner = await bare()
  const { VehicleID } = (await add(owner)).body
  const stranger = await parkit.driver({ dollars: 0 })
  for (const id of [VehicleID, '00000000-0000-4000-8000-000000000000'])
    for (const reply of [
      await update(stranger, id, { PlateNumber: 'MINE' }),
      await correct(stranger, id, 'MINE'),
      await remove(stranger, id),
      await makeDefault(stranger, id),
    ])
      expect([reply.status, reply.error.Code]).toEqual([404, 'not_found'])
  expect(await plates(owner)).toEqual(['KXR 4821 default'])
  expect(await list(stranger)).toHaveLength(1)
})

test('answers are in the driver’s language', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  await parkit.call(settings, { body: { Language: 'hi' } }, { token: driver.token })
  expect((await makeDefault(driver, driver.VehicleId)).body.Message).toBe('डिफ़ॉल्ट गाड़ी चुन ली गई')
  expect((await remove(driver, driver.VehicleId)).body.Message).toBe('गाड़ी हटा दी गई')
})

test('no call finds a deleted vehicle', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  await remove(driver, driver.VehicleId)
  for (const act of [remove, update, makeDefault, (of: Driver, id: string) => correct(of, id, 'GONE')])
    expect((await act(driver, driver.VehicleId)).status).toBe(404)
})

test('a parked vehicle can’t be deleted or change its plate, but can change its color', async () => {
  const driver = await parkit.driver()
  const session = await parkit.park(driver)
  const [vehicle] = await list(driver)
  const { VehicleID, IsDefault: _, ...form } = vehicle!
  expect((await remove(driver, VehicleID)).error.Code).toBe('vehicle_parked')
  expect((await update(driver, VehicleID, { ...form, PlateNumber: 'OTHER' })).error.Code).toBe('vehicle_parked')
  expect((await update(driver, VehicleID, { ...form, PlateState: 'Ohio' })).error.Code).toBe('vehicle_parked')
  expect((await correct(driver, VehicleID, 'OTHER', form.PlateState)).error.Code).toBe('vehicle_parked')
  expect((await correct(driver, VehicleID, form.PlateNumber, form.PlateState)).status).toBe(200)
  expect((await update(driver, VehicleID, { ...form, VehicleColor: 'Red' })).status).toBe(200)
  parkit.clock.set(Temporal.Instant.from(session.EndsAt))
  expect((await remove(driver, VehicleID)).status).toBe(200)
})

test('the lists need no account, and their values can be added', async () => {
  const makes = (await parkit.call(contract.makes, {})).body
  const honda = makes.find(make => make.PvValue === 'Honda')!
  expect(honda.PVID).toBe(474)
  const models = (await parkit.call(contract.models, { params: { makeId: honda.PVID } })).body
  expect(models.map(model => model.PvValue)).toEqual(expect.arrayContaining(['Civic', 'Accord', 'Other']))
  expect((await parkit.call(contract.models, { params: { makeId: 999_999 } })).error.Fields).toHaveProperty('makeId')
  expect((await parkit.call(contract.models, { params: { makeId: 'x' } })).status).toBe(400)

  const states = (await parkit.call(contract.states, {})).body
  expect(states).toEqual(expect.arrayContaining(['Illinois', 'District of Columbia', 'Puerto Rico']))
  const colors = (await parkit.call(contract.colors, {})).body
  const last = await add(await bare(), {
    VehicleMake: makes.at(-1)!.PvValue,
    VehicleModel: 'Other',
    PlateState: states.at(-1)!,
    VehicleColor: colors.at(-1)!.PvDescription,
  })
  expect(last.status).toBe(200)
})

test('a driver’s calls need a token', async () => {
  expect((await parkit.call(contract.listVehicles, {})).status).toBe(401)
  expect((await parkit.call(contract.addVehicle, { body: civic })).status).toBe(401)
})

test('a rental is there for a day by its plate alone, and stays on for as long as it is parked', async () => {
  const driver = await parkit.driver()
  const rent = (body: Record<string, string>) => parkit.call(contract.addRental, { body }, { token: driver.token })
  const rental = await rent({ PlateNumber: 'rnt 1', PlateState: 'Illinois' })
  expect(rental.body).toMatchObject({ PlateNumber: 'RNT 1', VehicleMake: '', IsDefault: false })
  const until = Temporal.Instant.from(rental.body.RentalUntil!)
  expect(until).toEqual(parkit.clock.now().add({ hours: limits.rentalHours }))
  expect((await rent({ PlateNumber: 'RNT-1', PlateState: 'Illinois' })).error.Code).toBe('vehicle_exists')
  expect((await rent({ PlateNumber: 'RNT 2', PlateState: 'Ontario' })).error.Fields).toHaveProperty('PlateState')
  expect((await rent({ PlateNumber: '', PlateState: 'Illinois' })).error.Fields).toHaveProperty('PlateNumber')

  parkit.clock.set(until.subtract({ minutes: 30 }))
  await parkit.jobs.runDue()
  expect(await plates(driver)).toContain('RNT 1')
  await parkit.park({ token: driver.token, VehicleId: rental.body.VehicleID })
  parkit.clock.advance({ minutes: 31 })
  await parkit.jobs.runDue()
  expect(await plates(driver)).toContain('RNT 1')
  parkit.clock.advance({ hours: 2 })
  await parkit.jobs.runDue()
  expect(await plates(driver)).not.toContain('RNT 1')

  // a driver whose only vehicle it was has none
  const guest = await bare()
  await parkit.call(contract.addRental, { body: { PlateNumber: 'RNT 3', PlateState: 'Ohio' } }, { token: guest.token })
  expect(await plates(guest)).toEqual(['RNT 3 default'])
  parkit.clock.advance({ hours: limits.rentalHours })
  await parkit.jobs.runDue()
  expect(await plates(guest)).toEqual([])
})

test('a plate is corrected and nothing else, also of a vehicle known by its plate alone', async () => {
  const driver = await bare()
  const { VehicleID } = (await add(driver, { PlateNumber: 'CK O7120' })).body
  const corrected = await correct(driver, VehicleID, ' ck 07120 ', 'illinois')
  expect(corrected.body).toEqual({
    ...civic,
    VehicleID,
    PlateNumber: 'CK 07120',
    PlateState: 'Illinois',
    IsDefault: true,
  })
  expect(await list(driver)).toEqual([corrected.body])

  const plate = { PlateNumber: 'RNT O1', PlateState: 'Ohio' }
  const rental = (await parkit.call(contract.addRental, { body: plate }, { token: driver.token })).body
  expect((await correct(driver, rental.VehicleID, 'RNT 01', 'Ohio')).body).toEqual({ ...rental, PlateNumber: 'RNT 01' })
  expect((await correct(driver, rental.VehicleID, 'CK-07120', 'Illinois')).error.Code).toBe('vehicle_exists')
  expect((await correct(driver, rental.VehicleID, 'RNT#1', 'Ohio')).error.Fields).toHaveProperty('PlateNumber')
  expect((await correct(driver, rental.VehicleID, 'RNT 1', 'Ontario')).error.Fields).toHaveProperty('PlateState')
  expect(await plates(driver)).toEqual(['CK 07120 default', 'RNT 01'])
  expect((await parkit.call(contract.correctPlate, { body: { VehicleId: VehicleID, ...plate } })).status).toBe(401)
})

test('a rental whose make and model are filled in is kept', async () => {
  const driver = await bare()
  const plate = { PlateNumber: 'RNT 4', PlateState: 'Ohio' }
  const { body } = await parkit.call(contract.addRental, { body: plate }, { token: driver.token })
  expect((await update(driver, body.VehicleID, plate)).body).not.toHaveProperty('RentalUntil')
  parkit.clock.advance({ hours: limits.rentalHours })
  await parkit.jobs.runDue()
  expect(await plates(driver)).toEqual(['RNT 4 default'])
})
