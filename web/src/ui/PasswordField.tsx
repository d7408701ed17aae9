// A field for a password, which can be shown while it is typed.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { Field } from './Field.tsx'
import { useUiWords } from './words.ts'

export function PasswordField({ id, ...field }: Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'hideAlert'>) {
  const words = useUiWords()
  const own = useId()
  const [isShown, setIsShown] = useState(false)
  const at = id ?? own
  return (
    <Field
      aria-required
      {...field}
      id={at}
      type={isShown ? 'text' : 'password'}
      hideAlert
      end={
        <button
          type="button"
          className="input__eye"
          aria-label={isShown ? words.hidePassword : words.showPassword}
          aria-pressed={isShown}
          aria-controls={at}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={22} /> : <Eye size={22} />}
        </button>
      }
    />
  )
}
