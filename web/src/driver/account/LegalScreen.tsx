// What is agreed and what is kept: the terms and the privacy notice, in plain words.
import './account.css'
import { Link, useLocation } from '#platform/address.tsx'
import { addWords, useWords } from '#platform/language.tsx'
import { LanguageSwitch } from '#ui/LanguageSwitch.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { en } from './legal/words.en.ts'
import { es } from './legal/words.es.ts'
import { hi } from './legal/words.hi.ts'
import { useAccountWords } from './words.ts'

addWords('es', { 'driver/account/legal/words': es })
addWords('hi', { 'driver/account/legal/words': hi })

export default function LegalScreen() {
  const words = useWords('driver/account/legal/words', en)
  const { accessibility } = useAccountWords()
  const privacy = useLocation().pathname.toLowerCase().startsWith('/privacy')
  const text = privacy ? words.privacy : words.terms
  return (
    <Screen
      title={text.title}
      width="form"
      className="legal"
      top={<TopBar title={text.title} back actions={<LanguageSwitch className="legal__language" />} />}
    >
      <p className="t-lead">{text.lead}</p>
      {text.parts.map(({ title, lines }) => (
        <section key={title}>
          <h2 className="t-h3">{title}</h2>
          {lines.map(line => (
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
