// The way to the next page of a list, where there is one.
import { Button } from '../ui/Button.tsx'
import { useDeskWords } from './words.ts'

type Props = { pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

export function More({ pages }: Props) {
  const words = useDeskWords()
  if (!pages.hasNextPage) return null
  return (
    <Button
      size="sm"
      variant="quiet"
      className="desk__more"
      loading={pages.isFetchingNextPage}
      onClick={() => pages.fetchNextPage()}
    >
      {words.more}
    </Button>
  )
}
