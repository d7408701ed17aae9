// Whether map tiles and photos wait until they are asked for.
import { hasAssist } from './assist.ts'

/** By this device's setting, or by the browser's own (Save-Data, `prefers-reduced-data`). */
export const savesData = (): boolean =>
  hasAssist('less') ||
  Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) ||
  matchMedia('(prefers-reduced-data: reduce)').matches
