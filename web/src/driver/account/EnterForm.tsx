// The form of the sign-up screens: fields, error banner, submit button; and the fields that several of them share.
import './account.css'
import { password } from '@parkit/contract/platform/limits'
import type { FormEvent, ReactNode } from 'react'
import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { emailInput, Field, phoneInput } from '#ui/Field.tsx'
import { errorAt } from '#ui/form-errors.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { useAccountWords } from './words.ts'

type Props = {
  /** Not called while `pending`. */
  onSubmit: (event: FormEvent) => Promise<void> | void
  pending: boolean
  /** The error above the button. */
  problem: string
  submit: string
  submitting: string
  children: ReactNode
}

export const EnterForm = ({ onSubmit, pending, problem, submit, submitting, children }: Props) => (
  <form
    noValidate
    className="enter__form"
    onSubmit={event => {
      if (pending) event.preventDefault()
      else void onSubmit(event)
    }}
  >
    {children}
    {problem && (
      <Banner tone="stop" className="enter__problem">
        {problem}
      </Banner>
    )}
    <Button variant="primary" block type="submit" className="enter__submit" loading={pending} loadingLabel={submitting}>
      {submit}
    </Button>
  </form>
)

/** Validates a filled field when it loses focus, then on every change until it is valid. */
export function useFields<F extends FieldValues>(form: UseFormReturn<F>) {
  const language = useLanguage()
  const { errors } = form.formState
  return (name: Path<F>) => ({
    error: errorAt(errors[name] as FieldError | undefined, language),
    'aria-required': true,
    ...form.register(name, {
      onBlur: event => event.target.value && form.trigger(name),
      onChange: () => errors[name] && form.trigger(name),
    }),
  })
}

type FieldsOf<Name extends string> = { field: (name: Name) => ReturnType<ReturnType<typeof useFields<FieldValues>>> }

export function PersonFields({ field }: FieldsOf<'FirstName' | 'LastName' | 'EmailAddress'>) {
  const words = useAccountWords()
  return (
    <>
      <div className="field-pair">
        <Field label={words.firstName} autoComplete="given-name" {...field('FirstName')} />
        <Field
          label={words.lastName}
          note={words.optional}
          autoComplete="family-name"
          {...field('LastName')}
          aria-required={false}
        />
      </div>
      <Field label={words.email} {...emailInput} help={words.emailHelp} {...field('EmailAddress')} />
    </>
  )
}

export function PhoneField({ field }: FieldsOf<'PhoneNumber'>) {
  const words = useAccountWords()
  return <Field label={words.phone} {...phoneInput} help={words.phoneHelp} {...field('PhoneNumber')} />
}

export function NewPasswordField({ field }: FieldsOf<'Password'>) {
  const words = useAccountWords()
  return (
    <PasswordField
      label={words.password}
      autoComplete="new-password"
      help={words.passwordHelp(password.least)}
      {...field('Password')}
    />
  )
}
