// What a form says when a call was refused: at the fields the server names, else above the button.
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallError } from '#platform/client.ts'
import { wordsNow } from '#platform/language.tsx'
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
