// Home's map, on a screen wide enough for two columns; its code is fetched there alone.
import { lazy, Suspense } from 'react'
import { loadNearMap } from '#city/near/near.ts'
import { useMediaQuery } from '#platform/media-query.ts'
import { wideScreen } from '#ui/media.ts'

const NearMap = lazy(() => loadNearMap().catch(() => ({ default: () => null })))

export const HomeMap = () =>
  useMediaQuery(wideScreen) ? (
    <div className="home__map">
      <Suspense>
        <NearMap />
      </Suspense>
    </div>
  ) : null
