// A form is checked by its schema once that has loaded, and by the server alone where it does not load.
import type { ResolverOptions } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { schemaResolver } from './form-schema.ts'

type Typed = { name: string }
const schema = z.object({ name: z.string().check(z.trim(), z.minLength(2, 'too_short')) })
const options: ResolverOptions<Typed> = { fields: {}, shouldUseNativeValidation: false }
const check = (resolver: ReturnType<typeof schemaResolver<Typed, Typed>>, name: string) =>
  resolver({ name }, undefined, options)

test('the first check waits for the schema, and all use the same', async () => {
  const load = vi.fn(async () => schema)
  const resolver = schemaResolver(load)
  expect(await check(resolver, ' A ')).toMatchObject({ errors: { name: { message: 'too_short' } } })
  expect(await check(resolver, ' Asha ')).toMatchObject({ values: { name: 'Asha' }, errors: {} })
  expect(load).toHaveBeenCalledTimes(1)
})

test('what is typed goes to the server as it is where the schema does not load, and the next check tries again', async () => {
  const load = vi.fn(async () => schema)
  load.mockRejectedValueOnce(new Error('offline'))
  const resolver = schemaResolver(load)
  expect(await check(resolver, ' A ')).toEqual({ values: { name: ' A ' }, errors: {} })
  expect(await check(resolver, ' A ')).toMatchObject({ errors: { name: { message: 'too_short' } } })
})
