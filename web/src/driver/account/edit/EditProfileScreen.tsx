// Edit Profile: name and address. User name, e-mail and phone are shown; a code to the new one changes them.
import '../account.css'
import './edit.css'
import type { User } from '@parkit/contract/driver/account'
import { update } from '@parkit/contract/driver/profile'
import type { ProfileForm } from '@parkit/contract/driver/profile-schemas'
import { digitsMost } from '@parkit/contract/platform/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import {
  type ChangeHandler,
  type FieldPath,
  type UseFormReturn,
  useForm,
  useFormState,
  useWatch,
} from 'react-hook-form'
import { useStates } from '#driver/vehicles/vehicles.ts'
import { Navigate, navigate } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { phoneText } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { withNext } from '#platform/next.ts'
import { rememberUser, useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { errorAt } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Reload, SignInAgain } from '#ui/Reload.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Select } from '#ui/Select.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { UnconfirmedEmail } from '../email/UnconfirmedEmail.tsx'
import { PhotoButton } from '../photo/PhotoButton.tsx'
import { profileKey, useUser } from '../profile-query.ts'
import type { Contact } from './ContactSheet.tsx'
import { digitsOf, formOf } from './rules.ts'
import { editWords, useEditWords } from './words.ts'

const resolver = schemaResolver(async () => (await import('@parkit/contract/driver/profile-schemas')).ProfileForm)
const ContactSheet = lazySheet(() => import('./ContactSheet.tsx'))

export default function EditProfileScreen() {
  const words = useEditWords()
  const session = useSession()
  const { user, query } = useUser()
  if (!session.isSignedIn()) return <Navigate to={withNext('/login', '/editprofile')} />
  // an account of a phone alone gets its e-mail first
  if (user && !user.EmailAddress) return <Navigate to={withNext('/completeaccount', '/editprofile')} />
  const frame = { title: words.title, width: 'form', top: <TopBar title={words.title} back="/profile" /> } as const
  if (!user)
    return (
      <Screen {...frame}>{query.isError ? <ReadFailed title={words.failed} query={query} /> : <FormShapes />}</Screen>
    )
  return <Form user={user} frame={frame} note={<SignInAgain error={query.error} />} />
}

function useSave(user: User, form: UseFormReturn<ProfileForm>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileForm) => send(update, { body: { ID: user.MemberId, ...body } }),
    onSuccess: saved => {
      toast.success(editWords().saved)
      rememberUser(saved)
      queries.setQueryData(profileKey, (before: object | undefined) => before && { ...before, ...saved })
      navigate('/profile')
    },
    onError: error => {
      // the shell has said it, and left
      if (error instanceof CallError && error.status === 401) return
      toast.error((error instanceof CallError && error.body.Message) || failureText(error))
      const fields = error instanceof CallError ? Object.entries(error.fields) : []
      for (const [name, message] of fields.filter(([name]) => name in form.getValues()).reverse())
        form.setError(name as FieldPath<ProfileForm>, { type: 'server', message }, { shouldFocus: true })
    },
  })
}

type Props = { user: User; frame: { title: string; width: 'form'; top: ReactNode }; note: ReactNode }

function Form({ user, frame, note }: Props) {
  const words = useEditWords()
  // a newer record fills the fields that nobody has touched
  const form = useForm({
    resolver,
    values: formOf(user),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const save = useSave(user, form)
  const submit = form.handleSubmit(body => {
    if (!save.isPending) save.mutate(body)
  })
  return (
    <Screen
      {...frame}
      dock={
        <Dock line>
          <Button
            variant="primary"
            block
            type="submit"
            form="profile"
            loading={save.isPending}
            loadingLabel={words.saving}
          >
            {words.save}
          </Button>
        </Dock>
      }
    >
      {note}
      <div className="edit__photo">
        <PhotoButton user={user} />
      </div>
      <UnconfirmedEmail user={user} />
      <form id="profile" noValidate className="form-grid" onSubmit={submit}>
        <Fields form={form} />
      </form>
    </Screen>
  )
}

function Fields({ form }: { form: UseFormReturn<ProfileForm> }) {
  const words = useEditWords()
  const language = useLanguage()
  const states = useStates()
  const { errors, dirtyFields } = useFormState({ control: form.control })
  const [state, phone] = useWatch({ control: form.control, name: ['State', 'PhoneNumber'] })
  const field = (name: FieldPath<ProfileForm>) => ({
    error: errorAt(errors[name], language),
    ...form.register(name, {
      onBlur: () => dirtyFields[name] && form.trigger(name),
      onChange: () => errors[name] && form.trigger(name),
    }),
  })
  return (
    <>
      <Field label={words.userName} readOnly className="edit__fixed" autoComplete="username" {...field('UserName')} />
      <Field label={words.email} type="email" readOnly className="edit__fixed" {...field('EmailAddress')} />
      <Field
        label={words.phone}
        type="tel"
        inputMode="numeric"
        readOnly
        className="edit__fixed"
        value={phoneText(phone)}
        error={errorAt(errors.PhoneNumber, language)}
        help={words.stays}
      />
      <ContactWays />
      <div className="field-pair">
        <Field label={words.firstName} note={words.optional} autoComplete="given-name" {...field('FirstName')} />
        <Field label={words.lastName} note={words.optional} autoComplete="family-name" {...field('LastName')} />
      </div>
      <Field label={words.address} aria-required autoComplete="address-line1" {...field('AddressLine1')} />
      <Field label={words.address2} note={words.optional} autoComplete="address-line2" {...field('AddressLine2')} />
      <Field label={words.city} aria-required autoComplete="address-level2" {...field('City')} />
      <div className="field-pair">
        <Select
          label={words.state}
          aria-required
          placeholder={words.selectState}
          autoComplete="address-level1"
          options={(states.data ?? (state ? [state] : [])).map(name => ({ value: name, label: name }))}
          {...field('State')}
          value={state}
        />
        <Field
          label={words.zip}
          aria-required
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={digitsMost}
          {...digits(field('ZipCode'))}
        />
      </div>
      {states.isError && <Reload text={words.statesFailed} query={states} />}
    </>
  )
}

/** The two ways to another e-mail or phone. */
function ContactWays() {
  const words = useEditWords()
  const [contact, setContact] = useState<Contact>('EmailAddress')
  const [open, setOpen] = useState(0)
  const [closed, setClosed] = useState(0)
  const way = (of: Contact, label: string) => (
    <button
      type="button"
      className="link link--tap"
      onClick={() => {
        setContact(of)
        setOpen(open + 1)
      }}
    >
      {label}
    </button>
  )
  return (
    <div className="edit__ways">
      {way('EmailAddress', words.changeEmail)}
      {way('PhoneNumber', words.changePhone)}
      {/* each opening begins anew */}
      <ContactSheet key={open} contact={contact} open={open > closed} onClose={() => setClosed(open)} />
    </div>
  )
}

/** Only digits get into the field. */
const digits = <Props extends { onChange: ChangeHandler }>(field: Props) => ({
  ...field,
  onChange: (event: ChangeEvent<HTMLInputElement>) => {
    event.target.value = digitsOf(event.target.value)
    return field.onChange(event)
  },
})

function FormShapes() {
  return (
    <Loading>
      <div className="form-grid">
        {Array.from({ length: 6 }, (_, i) => (
          <Skeleton key={i} height={56} radius={12} />
        ))}
      </div>
    </Loading>
  )
}
