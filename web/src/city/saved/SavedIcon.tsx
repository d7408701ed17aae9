// The icon of a saved place: a house, a briefcase, or a bookmark.
import type { SavedPlace } from '@parkit/contract/city/saved'
import { Bookmark, Briefcase, House } from 'lucide-react'

const icons = { home: House, work: Briefcase, other: Bookmark }

export function SavedIcon({ kind }: { kind: SavedPlace['Kind'] }) {
  const Icon = icons[kind]
  return <Icon size={22} />
}
