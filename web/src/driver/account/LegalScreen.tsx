// What is agreed and what is kept: the terms and the privacy notice, in plain words.
import './account.css'
import type { City } from '@parkit/contract/city/cities'
import { moneyText } from '@parkit/contract/platform/money'
import { useCities } from '#city/cities/cities.ts'
import { Link, useLocation } from '#platform/address.tsx'
import { addWords, useWords } from '#platform/language.tsx'
import { LanguageSwitch } from '#ui/LanguageSwitch.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { en, type Text } from './legal/words.en.ts'
import { es } from './legal/words.es.ts'
import { hi } from './legal/words.hi.ts'
import { useAccountWords } from './words.ts'

addWords('es', { 'driver/account/legal/words': es })
addWords('hi', { 'driver/account/legal/words': hi })

/** Of a city where stays are paid. */
const linesOf = ({ Name, Terms }: City, words: NonNullable<Text['parts'][number]['byCity']>) => {
  const { ServiceFee, FreeCancelSeconds, FreeCancelsPlateZoneDay, FreeCancelsAccountDay } = Terms
  const isFree = FreeCancelSeconds > 0 && FreeCancelsPlateZoneDay > 0 && FreeCancelsAccountDay > 0
  return [
    words.fee(Name, moneyText(ServiceFee)),
    ...(isFree ? [words.freeCancel(Name, FreeCancelSeconds, FreeCancelsPlateZoneDay, FreeCancelsAccountDay)] : []),
  ]
}

export default function LegalScreen() {
  const words = useWords('driver/account/legal/words', en)
  const { accessibility } = useAccountWords()
  const privacy = useLocation().pathname.toLowerCase().startsWith('/privacy')
  const cities = (useCities(!privacy) ?? []).filter(({ Currency }) => Currency === 'USD')
  const text = privacy ? words.privacy : words.terms
  return (
    <Screen
      title={text.title}
      width="form"
      className="legal"
      top={<TopBar title={text.title} back actions={<LanguageSwitch className="legal__language" />} />}
    >
      <p className="t-lead">{text.lead}</p>
      {text.parts.map(({ title, lines, byCity }) => (
        <section key={title}>
          <h2 className="t-h3">{title}</h2>
          {[...lines, ...(byCity ? cities.flatMap(city => linesOf(city, byCity)) : [])].map(line => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
      <Link className="link link--tap" to={privacy ? '/terms' : '/privacy'} replace>
        {privacy ? words.terms.title : words.privacy.title}
      </Link>
      <Link className="link link--tap" to="/accessibility">
        {accessibility}
      </Link>
    </Screen>
  )
}
