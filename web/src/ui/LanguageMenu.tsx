// The languages in a menu of the browser's own, which opens before the app runs: the phone's language is chosen already.
import './language-menu.css'
import { Languages } from 'lucide-react'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { useUiWords } from './words.ts'

export function LanguageMenu() {
  const words = useUiWords()
  return (
    <details
      className="language-menu"
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary className="icon-btn icon-btn--float" aria-label={words.language}>
        <Languages size={24} />
      </summary>
      <LanguageSwitch className="language-menu__list" />
    </details>
  )
}
