// The sheet of the wanted stay, fetched when it is opened.
import { lazySheet } from '#ui/lazy-sheet.tsx'

export const StaySheet = lazySheet(() => import('./StaySheet.tsx'))
