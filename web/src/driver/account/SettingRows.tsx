// The rows for language and theme. The language is also saved on the server, for its messages to the driver.
import { settings } from '@parkit/contract/driver/account'
import { useMutation } from '@tanstack/react-query'
import { Contrast, Languages } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { send } from '#platform/client.ts'
import { type LanguageCode, useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { setTheme, type Theme, useTheme } from '#platform/theme.ts'
import { LanguageSwitch } from '#ui/LanguageSwitch.tsx'
import { Row } from '#ui/Row.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { toast } from '#ui/toast.ts'
import { accountWords, useAccountWords } from './words.ts'

export function LanguageRow() {
  const words = useAccountWords()
  const language = useLanguage()
  const signedIn = useSession().isSignedIn()
  const { mutate: saveLanguage } = useMutation({
    mutationFn: (Language: LanguageCode) => send(settings, { body: { Language } }),
    onError: () => toast.error(accountWords().languageFailed),
  })
  const sent = useRef(language)
  useEffect(() => {
    if (sent.current === language) return
    sent.current = language
    if (signedIn) saveLanguage(language)
  }, [language, signedIn, saveLanguage])
  return <Row icon={<Languages size={24} />} title={words.language} end={<LanguageSwitch />} className="profile__set" />
}

export function ThemeRow() {
  const words = useAccountWords()
  return (
    <Row
      icon={<Contrast size={24} />}
      title={words.theme}
      className="profile__set"
      end={
        <Segmented<Theme>
          small
          label={words.theme}
          value={useTheme()}
          onChange={setTheme}
          options={(['light', 'dark', 'auto'] as const).map(value => ({ value, label: words.themes[value] }))}
        />
      }
    />
  )
}
