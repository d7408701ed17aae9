// The sheet of the stay, loaded when it opens.
import { lazySheet } from '#ui/lazy-sheet.tsx'

export const StaySheet = lazySheet(() => import('./StaySheet.tsx'))
