// The way to the next page of a list, where there is one.
import { Button } from '#ui/Button.tsx'
import { useDeskWords } from './words.ts'

export type NextPage = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
type Props = { pages: NextPage; label?: string }

export function More({ pages, label }: Props) {
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
      {label ?? words.more}
    </Button>
  )
}
