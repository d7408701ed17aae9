// Where Chicago's house numbers begin: State St and Madison St.
import type { Position } from '#platform/plane.ts'

export const gridOrigin: Position = [-87.6278, 41.882]
