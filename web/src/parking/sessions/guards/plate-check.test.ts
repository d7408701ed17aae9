// Mistyped plates: look-alikes, slips, other states, patterns of states, vanity plates; and for every plate what must always hold.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPlate, patternMissed, patternOf, plateCharacters, readingOf, resemblance } from './plate-check.ts'
import { patternRuns, platePatterns } from './plate-patterns.ts'

const car = (PlateNumber: string, PlateState = 'Illinois', name = 'HONDA CIVIC', VehicleID = PlateNumber) => {
  const [VehicleMake = '', VehicleModel = ''] = name.split(' ')
  return { VehicleID, PlateNumber, PlateState, VehicleMake, VehicleModel }
}

describe('beside another of this driver’s', () => {
  test.each([
    ['zero and O', car('CK 07120'), car('CK O7120'), 3],
    ['eight and B', car('8D 80418'), car('BD 80418'), 3],
    ['two look-alikes', car('CK 07120'), car('CK O712O'), 3],
    ['three are another plate', car('QZ B1234'), car('02 81234'), 0],
    ['of two cars, too: the wrong one was chosen', car('CK 07120'), car('CK O7120', 'Illinois', 'FORD FOCUS'), 3],
    ['one other letter', car('CK 07120'), car('CK 07121'), 1],
    ['two swapped', car('CK 07120'), car('KC 07120'), 1],
    ['two numbers swapped', car('CK 07120'), car('CK 01720'), 1],
    ['one missing', car('CK 07120'), car('CK 0710'), 1],
    ['two others', car('CK 07120'), car('CK 07235'), 0],
    ['one other letter, of a car without a name', car('CK 07120'), car('CK 07121', 'Illinois', ''), 1],
    ['plates in a row of two cars', car('CK 07120'), car('CK 07121', 'Illinois', 'FORD FOCUS'), 0],
    ['the same in another state', car('CK 07120'), car('CK 07120', 'Indiana'), 2],
    ['nearly the same in another state', car('CK 07120'), car('CK O7120', 'Indiana'), 0],
    ['the same, written otherwise', car('CK 07120'), car('ck-07120', 'Illinois', 'HONDA CIVIC', 'x'), 0],
    ['short ones', car('A 1'), car('A 2'), 0],
  ])('%s', (_, one, other, sure) => expect([resemblance(one, other), resemblance(other, one)]).toEqual([sure, sure]))

  test('the likeliest mistake is asked about, with the character that differs and what fits the state', () => {
    const own = car('CK O7120')
    const other = car('CK 07120')
    expect(checkPlate(own, [car('CK O7121'), other, own])).toEqual({
      plate: 'CK 07120',
      state: 'Illinois',
      vehicleId: 'CK 07120',
      at: { own: 3, other: 3 },
      fits: { which: 'other', pattern: 'LLDDDDD' },
    })
    expect(checkPlate(other, [own])).toMatchObject({ fits: { which: 'own' } })
  })

  test('the same letters in another state differ in no character', () =>
    expect(checkPlate(car('CK07120'), [car('CK 07120', 'Indiana')])).toMatchObject({ at: null, state: 'Indiana' }))
})

describe('by the state’s pattern', () => {
  test.each([
    ['CK O7120', 'Illinois', 'CK 07120'],
    ['ck-o7120', 'Illinois', 'CK-07120'],
    ['AB8 1234', 'Georgia', 'ABB 1234'],
    // an older pattern of the state's
    ['C8 07120', 'Illinois', null],
    ['CK 07120', 'Illinois', null],
    ['7ABC123', 'California', null],
    ['7A8CI23', 'California', '7ABC123'],
    // a vanity plate: nothing of it looks like the pattern's
    ['LAKERS', 'Illinois', null],
    ['GO BEARS', 'Illinois', null],
    ['BOSS 1', 'Illinois', null],
    // more than is misread
    ['OOOOOOO', 'Illinois', null],
    ['ABO 1234', 'Texas', null],
    // ABO 1234 and AB0 I234 are one look-alike away
    ['AB0 1234', 'Texas', null],
    // no state's D is a zero by itself
    ['CK D7120', 'Illinois', null],
    ['CK O7120', 'Florida', null],
    ['CK O7120', 'Ontario', null],
  ])('%s of %s reads %s', (plate, state, reading) => expect(readingOf(plate, state)).toBe(reading))

  test('a reading that is on no vehicle is asked about', () =>
    expect(checkPlate(car('CK O7120'), [car('CK O7120'), car('XYZ 1')])).toEqual({
      plate: 'CK 07120',
      state: 'Illinois',
      vehicleId: null,
      at: { own: 3, other: 3 },
      fits: { which: 'other', pattern: 'LLDDDDD' },
    }))

  test.each([
    ['CK 0712', 'Illinois', 'LLDDDDD'],
    ['CK 071200', 'Illinois', 'LLDDDDD'],
    ['CK 07120', 'Illinois', null],
    ['LAKERS', 'Illinois', null],
    ['CK 0712', 'Florida', null],
    ['7ABC12', 'California', 'DLLLDDD'],
  ])('%s of %s has one character too few or too many: %s', (PlateNumber, PlateState, pattern) =>
    expect(patternMissed({ PlateNumber, PlateState })).toBe(pattern),
  )

  test('each pattern is letters and digits of six or seven places, Indiana’s shorter ones apart', () => {
    for (const [state, patterns] of Object.entries(platePatterns))
      for (const pattern of patterns) expect(`${state} ${pattern}`).toMatch(/ [LD]{6,7}$|^Indiana D{3}L{1,2}$/)
    expect(patternRuns('LLDDDDD')).toEqual([
      { kind: 'L', count: 2 },
      { kind: 'D', count: 5 },
    ])
  })
})

const states = fc.constantFrom(...Object.keys(platePatterns), 'Florida')
const plates = fc.stringMatching(/^[A-Z0-9][A-Z0-9 -]{0,9}$/)

test('whatever the plate: a plate that fits is never doubted alone, a reading fits, and only look-alikes are changed', () => {
  fc.assert(
    fc.property(plates, states, (plate, state) => {
      const reading = readingOf(plate, state)
      const own = plateCharacters(plate)
      if (patternOf(own, state))
        expect([reading, patternMissed({ PlateNumber: plate, PlateState: state })]).toEqual([null, null])
      if (reading === null) return
      const read = plateCharacters(reading)
      expect(patternOf(read, state)).not.toBeNull()
      expect(reading.replace(/[A-Z0-9]/g, '')).toBe(plate.replace(/[A-Z0-9]/g, ''))
      const changed = [...own].filter((character, i) => character !== read[i]).length
      expect(changed).toBeGreaterThan(0)
      expect(changed).toBeLessThanOrEqual(2)
      // asked once: the reading itself is not doubted
      expect(readingOf(reading, state)).toBeNull()
    }),
    { numRuns: 2_000 },
  )
})

test('whatever the plates: two resemble each other both ways, and none resembles itself', () => {
  fc.assert(
    fc.property(plates, plates, states, (one, other, state) => {
      const [a, b] = [car(one, state, '', 'a'), car(other, state, '', 'b')]
      expect(resemblance(a, b)).toBe(resemblance(b, a))
      expect(resemblance(a, { ...a, VehicleID: 'c' })).toBe(0)
      const doubt = checkPlate(a, [a, b])
      if (!doubt?.at) return
      expect(one.toUpperCase()[doubt.at.own]).not.toBe(doubt.plate[doubt.at.other])
    }),
    { numRuns: 2_000 },
  )
})

test('whatever the slip of a plate that fits: it is found beside the right one', () => {
  const digits = fc.tuple(
    fc.constantFrom('CK', 'BD', 'AN'),
    fc.stringMatching(/^\d{5}$/),
    fc.nat(6),
    fc.constantFrom('X', '4'),
  )
  fc.assert(
    fc.property(digits, ([letters, numbers, at, typed]) => {
      const right = `${letters}${numbers}`
      const wrong = right.slice(0, at) + typed + right.slice(at + 1)
      expect(checkPlate(car(wrong), [car(right)]) !== null).toBe(wrong !== right)
    }),
  )
})
