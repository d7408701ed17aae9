// One place: its sign, how full it is, what it costs and when.
import { useSearchParams } from 'react-router'
import { Screen, TopBar } from '../ui/Screen.tsx'
import { Sign } from '../ui/Sign.tsx'
import { useZone } from './reads.ts'

export default function ZoneScreen() {
  const [address] = useSearchParams()
  const zone = useZone(address.get('zone'))
  return (
    <Screen title={zone.data?.Name ?? ''} top={<TopBar title={zone.data?.Name ?? ''} back={true} />}>
      {zone.data && <Sign zone={zone.data.ZoneNumber} size="md" live />}
    </Screen>
  )
}
