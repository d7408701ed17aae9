// A sheet in its own chunk, loaded when it opens.
import { type ComponentType, Suspense } from 'react'
import { lazyScreen } from '#platform/chunk.ts'
import { useWanted } from './Sheet.tsx'

/** `lazySheet(() => import('./CardSheet.tsx'))`; the module's default export is the sheet. */
export function lazySheet<P extends { open: boolean }>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Loaded = lazyScreen(load)
  return function LazySheet(props: P) {
    if (!useWanted(props.open)) return null
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
