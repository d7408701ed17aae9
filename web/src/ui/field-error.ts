// The text at a field: a schema names a key, the server sends its words.
import { fieldText } from '@parkit/contract/platform/field-errors'
import type { FieldError } from 'react-hook-form'
import type { LanguageCode } from '#platform/language.tsx'

export function errorAt(error: FieldError | undefined, language: LanguageCode): string | undefined {
  if (!error) return undefined
  return error.type === 'server' ? error.message : fieldText(error.message, language)
}
