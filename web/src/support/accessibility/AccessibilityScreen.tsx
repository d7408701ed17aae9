// Accessibility: this device's settings, how to reach the city without an account, and the statement of what holds and what does not.
import './accessibility.css'
import '#ui/assist.css'
import { useState } from 'react'
import { type Assist, hasAssist } from '#platform/assist.ts'
import { assists, setAssist } from '#platform/assist-settings.ts'
import { addWords, useLanguage, useWords } from '#platform/language.tsx'
import { dateText } from '#platform/text.ts'
import { CityContact } from '#support/contact/contact.ts'
import { LanguageSwitch } from '#ui/LanguageSwitch.tsx'
import { List } from '#ui/Row.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { ToggleRow } from '#ui/Toggle.tsx'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

addWords('es', { 'support/accessibility/words': es })
addWords('hi', { 'support/accessibility/words': hi })

/** The day on which the statement was last compared with docs/accessibility.md. */
const reviewed = '2026-11-23'

export default function AccessibilityScreen() {
  const words = useWords('support/accessibility/words', en)
  const language = useLanguage()
  return (
    <Screen title={words.title} width="form" className="access" top={<TopBar title={words.title} back={true} />}>
      <p className="t-lead">{words.lead}</p>
      <LanguageSwitch className="access__language" />
      <section>
        <h2 className="t-h3">{words.settings}</h2>
        <List>
          {assists.map(assist => (
            <Setting key={assist} assist={assist} />
          ))}
        </List>
      </section>
      <CityContact />
      {words.parts.map(({ title, lines }) => (
        <section key={title}>
          <h2 className="t-h3">{title}</h2>
          {lines.map(line => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
      <section>
        <h2 className="t-h3">{words.knownTitle}</h2>
        <ul className="access__known">
          {words.limits.map(text => (
            <li key={text}>{text}</li>
          ))}
          {Object.entries(words.known).map(([criterion, text]) => (
            <li key={criterion}>{words.item(text, criterion)}</li>
          ))}
        </ul>
      </section>
      <p className="t-sm t-2 access__date">{words.reviewed(dateText(`${reviewed}T12:00:00Z`, 'UTC', language))}</p>
    </Screen>
  )
}

function Setting({ assist }: { assist: Assist }) {
  const words = useWords('support/accessibility/words', en)
  const { label, text } = words.assists[assist]
  const [isOn, setIsOn] = useState(() => hasAssist(assist))
  return (
    <ToggleRow
      label={label}
      sub={text}
      checked={isOn}
      onChange={({ target }) => {
        setAssist(assist, target.checked)
        setIsOn(target.checked)
      }}
    />
  )
}
