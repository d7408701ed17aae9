// Errors of a form: a schema's or the server's text at its field, a refused call above the button.

import { fieldText } from '@parkit/contract/platform/field-errors'
import { useState } from 'react'
import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallError } from '#platform/client.ts'
import type { LanguageCode } from '#platform/language.tsx'
import { failureText } from './failure-text.ts'

/** `failed` takes an error, `problem` is its text to show; a server's field error goes to the field if the form has it. */
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

/** The text at a field: of a schema's key, or the server's message. */
export function errorAt(error: FieldError | undefined, language: LanguageCode): string | undefined {
  if (!error) return undefined
  return error.type === 'server' ? error.message : fieldText(error.message, language)
}
