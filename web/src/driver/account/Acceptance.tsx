// What is accepted by going on, with both texts a tap away.
import { Fragment } from 'react'
import { Link } from '#platform/address.tsx'
import { useAccountWords } from './words.ts'

export function Acceptance() {
  const words = useAccountWords()
  const paths: Record<string, string> = { [words.terms]: '/terms', [words.privacy]: '/privacy' }
  return (
    <p className="acceptance t-cap t-2 center">
      {words.accept(words.terms, words.privacy).map(part => (
        <Fragment key={part}>
          {paths[part] ? (
            <Link className="link" to={paths[part]}>
              {part}
            </Link>
          ) : (
            part
          )}
        </Fragment>
      ))}
      <br />
      <Link className="link acceptance__own" to="/accessibility">
        {words.accessibility}
      </Link>
    </p>
  )
}
