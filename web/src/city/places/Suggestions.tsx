// The list below the search field: each row says what it is, where, and how far.

import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useUnits } from '#city/cities/cities.ts'
import './suggestions.css'
import {
  Building2,
  GraduationCap,
  Hash,
  Hospital,
  House,
  LocateFixed,
  Mail,
  MapPinned,
  Milestone,
  Signpost,
  TrainFront,
  Trees,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { SavedIcon } from '#city/saved/saved.ts'
import { distanceText } from '#platform/distance.ts'
import { useLanguage } from '#platform/language.tsx'
import { usePosition } from '#platform/position.ts'

import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/Panel.tsx'
import type { Option } from './search-options.ts'
import { usePlacesWords } from './words.ts'

const icons: Record<Exclude<Option['kind'], 'saved'>, ReactNode> = {
  nearMe: <LocateFixed size={22} />,
  landmark: <Building2 size={22} />,
  zip: <Mail size={22} />,
  station: <TrainFront size={22} />,
  hospital: <Hospital size={22} />,
  school: <GraduationCap size={22} />,
  park: <Trees size={22} />,
  neighborhood: <MapPinned size={22} />,
  street: <Milestone size={22} />,
  crossing: <Signpost size={22} />,
  address: <House size={22} />,
  zone: <Hash size={22} />,
}

type Props = {
  id: string
  options: readonly Option[]
  /** The one that Enter chooses. */
  active: number
  onChoose: (option: Option) => void
}

export default function Suggestions({ id, options, active, onChoose }: Props) {
  const words = usePlacesWords()
  return (
    <div id={id} role="listbox" aria-label={words.suggestions} className="suggestions">
      {options.map((option, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
        <div
          key={keyOf(option)}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          className={cx('suggestion', i === active && 'suggestion--active')}
          // the field keeps the focus
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.kind === 'saved' ? <SavedIcon kind={option.place.Kind} /> : icons[option.kind]}
          <span className="grow">
            {option.kind === 'nearMe' ? (
              <span className="row__t">{words.nearMe}</span>
            ) : (
              <>
                <span className="row__t">{option.Name}</span>
                <What option={option} />
              </>
            )}
          </span>
        </div>
      ))}
    </div>
  )
}

const keyOf = (option: Option): string => {
  if (option.kind === 'nearMe') return option.kind
  return option.kind === 'saved' ? zoneRef(option.place) : `${option.Name} ${option.Latitude} ${option.Longitude}`
}

function What({ option }: { option: Exclude<Option, { kind: 'nearMe' }> }) {
  const words = usePlacesWords()
  const language = useLanguage()
  const isLocated = usePosition().state === 'known'
  const units = useUnits(option.kind === 'saved' ? option.place.City : (option.City ?? undefined))
  if (option.kind === 'saved') {
    const { ZoneNumber, Name } = option.place
    return (
      <span className="row__s">
        <Facts items={[words.zoneKind(ZoneNumber), option.place.CityName, Name !== option.Name && Name]} />
      </span>
    )
  }
  const { kind, metres, ZoneNumber, Detail, Outside, isRecent } = option
  const distance = metres !== null && distanceText(metres, language, units)
  return (
    <span className="row__s">
      <Facts
        items={[
          isRecent && words.recent,
          kind === 'zone' ? words.zoneKind(ZoneNumber ?? '') : words.nameKinds[kind],
          option.CityName,
          Detail !== option.Name && Detail,
          Outside && words.outside,
          distance && (isLocated ? distance : words.fromMiddle(distance)),
        ]}
      />
    </span>
  )
}
