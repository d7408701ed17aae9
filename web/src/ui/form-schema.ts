// Validates a form by its schema. The schemas and their library load once the form is shown: they are half of a form's JavaScript.
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { later } from '#platform/chunk.ts'

/** `useForm({ resolver })` with `const resolver = schemaResolver(async () => (await import('…-schemas')).ProfileForm)`. */
export function schemaResolver<Typed extends FieldValues, Checked>(
  load: () => Promise<z.ZodMiniType<Checked, Typed>>,
): Resolver<Typed, unknown, Checked> {
  let found: Promise<Resolver<Typed, unknown, Checked>> | undefined
  const find = () => {
    found ??= Promise.all([import('@hookform/resolvers/zod'), load()]).then(([{ zodResolver }, schema]) =>
      zodResolver(schema),
    )
    return found
  }
  void later(find)().catch(() => undefined)
  return async (values, ...rest) => {
    const resolver = await find().catch(() => {
      found = undefined
    })
    // what cannot be loaded is left to the server, which validates by the same schema
    return resolver ? resolver(values, ...rest) : { values: values as unknown as Checked, errors: {} }
  }
}
