// What a form shows of errors: a schema's or the server's text at its field, a refused call above the button.

import { fieldText } from '@parkit/contract/platform/field-errors'
import { useState } from 'react'
import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallError } from '#platform/client.ts'
import { type LanguageCode, wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

/** The server's own words; without an answer the recorded ones. */
export const failureText = (error: unknown): string =>
  (error instanceof CallError && error.message) || wordsNow({ en, hi }).noAnswer

/** `failed` to say it, `problem` to show it; a server's field text goes to its field where the form has that field. */
export function useFailure<F extends FieldValues>(form: UseFormReturn<F>) {
  const [problem, setProblem] = useState('')
  const failed = (error: unknown) => {
    const fields = error instanceof CallError ? Object.entries(error.fields) : []
    const known = fields.filter(([name]) => name in form.getValues())
    for (const [i, [name, message]] of known.entries())
      form.setError(name as Path<F>, { type: 'server', message }, { shouldFocus: i === 0 })
    setProblem(known.length > 0 ? '' : failureText(error))
  }
  return { problem, failed, clear: () => setProblem('') }
}

/** At a field: a schema names a key, the server sends its own words. */
export function errorAt(error: FieldError | undefined, language: LanguageCode): string | undefined {
  if (!error) return undefined
  return error.type === 'server' ? error.message : fieldText(error.message, language)
}
