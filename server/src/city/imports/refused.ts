// Why an import is not published or undone.

export type RefusedCode =
  | 'import_unknown'
  | 'import_stale'
  | 'import_state'
  | 'undo_over'
  | 'name_needed'
  | 'needs_approval'

/** `code` for programs, the message for people. */
export class ImportRefused extends Error {
  readonly code: RefusedCode
  constructor(code: RefusedCode, message: string) {
    super(message)
    this.code = code
  }
}
