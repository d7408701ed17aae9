// Find Parking, as a list and as a map: both views ask the same and keep it in the address.
import './places.css'
import type { Answer } from '@parkit/contract/call'
import type { Found, find } from '@parkit/contract/places'
import { List as ListIcon, Map as MapIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Screen, TopBar } from '../ui/Screen.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { type Asked, readAsked, writeAsked } from './asking.ts'
import { FindChips } from './FindChips.tsx'
import { FoundHead, FoundList } from './FoundList.tsx'
import { ordered } from './ordering.ts'
import { PositionLine } from './PositionLine.tsx'
import { askPosition, askWherePermitted, usePosition } from './position.ts'
import { useFound } from './reads.ts'
import { SearchField } from './SearchField.tsx'
import { usePlacesWords } from './words.ts'

const listPath = '/findparking'
const mapPath = '/findParkingMap'

export type Finding = {
  asked: Asked
  /** Replaces the address: only a change of view is a step Back leads back to. */
  ask: (change: Partial<Asked>) => void
  query: ReturnType<typeof useFound>
  centre: Answer<typeof find>['Centre'] | undefined
  /** In the chosen order. */
  places: readonly Found[]
}

export default function FindScreen() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const finding = useFinding()
  const words = usePlacesWords()
  const isMap = pathname.toLowerCase() === mapPath.toLowerCase()
  const views = (
    <Segmented
      label={words.view}
      value={isMap ? 'map' : 'list'}
      onChange={view => navigate((view === 'map' ? mapPath : listPath) + search)}
      options={[
        { value: 'list', label: words.list, icon: <ListIcon size={20} /> },
        { value: 'map', label: words.map, icon: <MapIcon size={20} /> },
      ]}
      small
    />
  )
  return (
    <Screen title={words.findParking} top={<TopBar title={words.findParking} actions={views} />} className="find">
      <SearchField {...finding} />
      <FindChips {...finding} />
      <PositionLine {...finding} />
      <FoundHead {...finding} />
      <FoundList {...finding} />
    </Screen>
  )
}

function useFinding(): Finding {
  const [address, setAddress] = useSearchParams()
  const asked = readAsked(address)
  const position = usePosition()
  const { nearMe } = asked
  useEffect(() => {
    if (nearMe) askPosition()
    else askWherePermitted()
  }, [nearMe])
  const locating = position.state === 'unasked' || position.state === 'asking'
  const query = useFound(asked, position.spot, nearMe && locating && !asked.text && !asked.area)
  return {
    asked,
    ask: change => setAddress(before => writeAsked({ ...readAsked(before), ...change }), { replace: true }),
    query,
    centre: query.data?.Centre,
    places: ordered(query.data?.Items ?? [], asked.order),
  }
}
