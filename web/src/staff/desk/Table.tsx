// A list of the desk as a table, with its four faces and the way to its next page.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { useDeskWords } from './words.ts'

type Props<Item> = {
  title: string
  heads: readonly string[]
  query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch' | 'isFetching'>
  /** none: not read yet */
  items: readonly Item[] | undefined
  row: (item: Item) => ReactNode
  /** beside the title */
  action?: ReactNode
  /** below: the next page, what opens over it */
  children?: ReactNode
}

export function Table<Item>({ title, heads, query, items, row, action, children }: Props<Item>) {
  const words = useDeskWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className="desk__table" aria-label={title} tabIndex={0}>
      <header className="desk__title">
        <h2 className="t-h1">{title}</h2>
        {action}
      </header>
      {!items ? (
        query.isError ? (
          <ReadFailed title={words.listFailed} query={query as UseQueryResult} />
        ) : (
          <LoadingRows count={6} />
        )
      ) : items.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <table>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{items.map(row)}</tbody>
        </table>
      )}
      {children}
    </section>
  )
}

/** The way to the next page of a list, where there is one. */
export type NextPage = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
type MoreProps = { pages: NextPage; label?: string }

export function More({ pages, label }: MoreProps) {
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
