// The form of a way in: its fields, what was refused, the one yellow action; and the fields that several of them ask for.
import './account.css'
import { password } from '@parkit/contract/platform/limits'
import type { FormEvent, ReactNode } from 'react'
import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { errorAt } from '#ui/form-errors.ts'
import { useAccountWords } from './words.ts'

type Props = {
  /** Not called while it is on its way. */
  onSubmit: (event: FormEvent) => Promise<void>
  pending: boolean
  /** Above the action, with what can be done about it. */
  problem: string
  remedy?: ReactNode
  submit: string
  submitting: string
  children: ReactNode
}

export const EnterForm = ({ onSubmit, pending, problem, remedy, submit, submitting, children }: Props) => (
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
      <Banner tone="stop" className="enter__problem" action={remedy}>
        {problem}
      </Banner>
    )}
    <Button variant="primary" block type="submit" className="enter__submit" loading={pending} loadingLabel={submitting}>
      {submit}
    </Button>
  </form>
)

/** Says what is wrong on leaving a field that was filled, then at every letter until it is right. */
export function useFields<F extends FieldValues>(form: UseFormReturn<F>) {
  const language = useLanguage()
  const { errors } = form.formState
  return (name: Path<F>) => ({
    error: errorAt(errors[name] as FieldError | undefined, language),
    ...form.register(name, {
      onBlur: event => event.target.value && form.trigger(name),
      onChange: () => errors[name] && form.trigger(name),
    }),
  })
}

type Told<Name extends string> = { field: (name: Name) => ReturnType<ReturnType<typeof useFields<FieldValues>>> }

export function PersonFields({ field }: Told<'FirstName' | 'LastName' | 'EmailAddress'>) {
  const words = useAccountWords()
  return (
    <>
      <div className="field-pair">
        <Field label={words.firstName} autoComplete="given-name" {...field('FirstName')} />
        <Field label={words.lastName} note={words.optional} autoComplete="family-name" {...field('LastName')} />
      </div>
      <Field
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('EmailAddress')}
      />
    </>
  )
}

export function PhoneField({ field }: Told<'PhoneNumber'>) {
  const words = useAccountWords()
  return (
    <Field
      label={words.phone}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      help={words.phoneHelp}
      {...field('PhoneNumber')}
    />
  )
}

export function NewPasswordField({ field }: Told<'Password'>) {
  const words = useAccountWords()
  return (
    <Field
      label={words.password}
      type="password"
      autoComplete="new-password"
      help={words.passwordHelp(password.least)}
      {...field('Password')}
    />
  )
}
