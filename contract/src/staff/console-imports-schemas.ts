// What the server checks and documents of the calls in console-imports.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import { CityCode, Cursor, Instant, Limit, linesText, text } from '../platform/fields.ts'
import { imports as limits } from '../platform/limits.ts'

export const CityParams = z.object({ city: CityCode })
export const CityIdParams = z.object({ city: CityCode, id: z.uuid(withMessage('invalid')) })

/** of every call of a city, and of those that are done once for their key */
export const cityErrors = ['role_missing'] as const
export const onceErrors = [...cityErrors, ...idempotencyErrors] as const

const changes = ['added', 'changed', 'withdrawn', 'same', 'refused'] as const
const count = z.int()

/** The fields of the form beside `file`, `with` (policies of CDS, a patch of ParkAPI), and `join` (tables that the mapping names). */
export const ImportForm = z.object({
  /** `closures`: closures and event rates */
  Kind: z._default(z.enum(['places', 'closures'], withMessage('from_list')), 'places'),
  Format: z.string(withMessage('required')).check(z.regex(/^[a-z]{2,12}$/, withMessage('from_list'))),
  /** which of the city's files it is */
  Source: z._default(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, withMessage('invalid'))), 'places'),
  Mapping: z.optional(linesText(limits.mostMapping)),
  Attribution: z.optional(text(200)),
  Otherwise: z.optional(z.enum(['free', 'closed', 'unknown'], withMessage('from_list'))),
})
export type ImportForm = z.output<typeof ImportForm>

/** `read`: uploaded, and not checked yet, or its check broke off, as `Error` says then. */
export const ImportRun = z.object({
  ImportId: z.uuid(),
  Source: z.string(),
  Format: z.string(),
  State: z.enum(['read', 'checking', 'checked', 'published', 'undone', 'failed']),
  /** why the file could not be read, or that its check broke off */
  Error: z.nullable(z.string()),
  /** by place, `Refused` by row; none before the check */
  Counters: z.nullable(
    z.object({
      Read: count,
      Added: count,
      Changed: count,
      Withdrawn: count,
      Same: count,
      Refused: count,
      /** shown, and not payable */
      Unpayable: count,
      /** of the source's places, 0 to 1 */
      WithdrawnShare: z.number(),
    }),
  ),
  MadeBy: z.string(),
  ReadAt: Instant,
  PublishedAt: z.nullable(Instant),
  PublishedBy: z.nullable(z.string()),
  UndoneAt: z.nullable(Instant),
})
export type ImportRun = z.output<typeof ImportRun>

export const uploadImport = {
  summary: 'Upload a file of the city’s places or closures; nothing of the city changes',
  perMinute: 30,
  params: CityParams,
  answer: ImportRun,
  errors: cityErrors,
} satisfies CallSchemas

export const cityImports = {
  summary: 'The city’s imports, the newest first',
  params: CityParams,
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(ImportRun), NextCursor: z.nullable(z.string()) }),
  errors: cityErrors,
} satisfies CallSchemas

export const checkImport = {
  summary: 'Check an uploaded file and compare it with what the city has, row by row; nothing of the city changes',
  perMinute: 30,
  params: CityIdParams,
  answer: ImportRun,
  errors: [...cityErrors, 'import_state', 'import_unreadable'],
} satisfies CallSchemas

export const PublishForm = z.object({
  /** the city's name, where more than 5 % of the source's places are withdrawn */
  CityName: z.optional(text(100)),
})

/** of a call that changes prices of a live city */
export const waiting = {
  /** with status 202: it waits for this proposal */
  Proposal: z.nullable(z.uuid()),
  Code: z.nullable(z.literal('needs_approval')),
  Message: z.string(),
}

export const publishImport = {
  summary: 'Write what the check found; prices of a live city wait for a second person',
  perMinute: 30,
  params: CityIdParams,
  body: PublishForm,
  answer: z.object({
    Import: ImportRun,
    ...waiting,
  }),
  errors: [...onceErrors, 'import_state', 'import_stale', 'name_needed', 'needs_approval'],
} satisfies CallSchemas

export const undoImport = {
  summary: 'Give each place back what it was before; prices of a live city wait for a second person',
  perMinute: 30,
  params: CityIdParams,
  answer: z.object({
    Import: ImportRun,
    Restored: count,
    /** zones that were edited later: they stay as they are */
    Left: z.array(z.string()),
    ...waiting,
  }),
  errors: [...onceErrors, 'import_state', 'undo_over', 'needs_approval'],
} satisfies CallSchemas

export const importRun = {
  summary: 'An import, with the reasons for which rows were refused',
  params: CityIdParams,
  answer: z.extend(ImportRun, {
    Reasons: z.array(z.object({ Field: z.string(), Reason: z.string(), Count: count })),
  }),
  errors: cityErrors,
} satisfies CallSchemas

const Fields = z.nullable(z.record(z.string(), z.unknown()))

export const importRows = {
  summary: 'Rows of an import in the order of the file, with what changes in each',
  params: CityIdParams,
  query: z.object({ Change: z.optional(z.enum(changes, withMessage('from_list'))), Cursor, Limit }),
  answer: z.object({
    Items: z.array(
      z.object({
        Row: count,
        Key: z.string(),
        Change: z.enum(changes),
        Before: Fields,
        After: Fields,
        Field: z.nullable(z.string()),
        Reason: z.nullable(z.string()),
      }),
    ),
    NextCursor: z.nullable(z.string()),
  }),
  errors: cityErrors,
} satisfies CallSchemas
