// The text for a call that failed: what the server says, or that there was no answer.
import { CallError } from '#platform/client.ts'
import { wordsNow } from '#platform/language.tsx'
import { en } from './words.en.ts'

/** The server's message; without an answer the recorded text. */
export const failureText = (error: unknown): string =>
  (error instanceof CallError && error.message) || wordsNow('ui/words', en).noAnswer
