// Quick park: a guest's plate and phone, then a code; no password.
import { quickRegister } from '@parkit/contract/driver/account'
import type { Input } from '@parkit/contract/platform/call'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useRegion } from '#city/cities/cities.ts'
import { useStates } from '#driver/vehicles/vehicles.ts'
import { Link, navigate, useSearchParams } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { nextPath, withNext } from '#platform/next.ts'
import { dropGuest, useSession } from '#platform/session.ts'
import { flushUpdates } from '#platform/sign-in.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { Reload } from '#ui/Reload.tsx'
import { Select } from '#ui/Select.tsx'
import { VehicleBay } from '#ui/VehicleBay.tsx'
import { Acceptance } from '../Acceptance.tsx'
import { findPending, savePending } from '../challenge.ts'
import { EnterForm, PhoneField, useFields } from '../EnterForm.tsx'
import { SignInFrame } from '../SignInFrame.tsx'
import { useAccountWords } from '../words.ts'
import './quick.css'
import { useQuickWords } from './words.ts'

type Quick = Input<typeof quickRegister>['body']

const nothing: Quick = { PhoneNumber: '', PlateNumber: '', PlateState: '' }

const resolver = schemaResolver(async () => (await import('@parkit/contract/driver/account-schemas')).QuickRegisterForm)

export default function QuickParkScreen() {
  const words = useQuickWords()
  const account = useAccountWords()
  const signedIn = useSession().isSignedIn()
  const next = useSearchParams()[0].get('next')
  const states = useStates()
  const region = useRegion(next)
  const form = useForm({
    resolver,
    defaultValues: findPending()?.quick ?? { ...nothing, PlateState: region ?? '' },
  })
  useEffect(() => {
    if (region && !form.getValues('PlateState')) form.setValue('PlateState', region)
  }, [form, region])
  const field = useFields(form)
  const { problem, failed, clear } = useFailure(form)
  const [plate, state] = useWatch({ control: form.control, name: ['PlateNumber', 'PlateState'] })
  const begin = useMutation({
    mutationFn: async (quick: Quick) =>
      savePending({
        ...(await send(quickRegister, { body: quick })),
        purpose: 'quick',
        destination: quick.PhoneNumber,
        quick,
      }),
    onMutate: clear,
    onSuccess: () => navigate(withNext('/otp', next)),
    onError: failed,
  })
  if (signedIn)
    return (
      <SignInFrame title={words.quickPark} text={words.signedInText} back={true}>
        <div className="enter__form">
          <Button block variant="primary" to={next === null ? '/SelectVehicle' : nextPath(next)}>
            {words.goOn}
          </Button>
        </div>
      </SignInFrame>
    )
  const signInPath = withNext('/login', next)
  const listed = states.data ?? (state ? [state] : [])
  return (
    <SignInFrame title={words.quickPark} text={words.quickText} back={true}>
      <EnterForm
        onSubmit={form.handleSubmit(body => begin.mutate(body))}
        pending={begin.isPending}
        problem={problem}
        submit={words.textCode}
        submitting={words.sending}
      >
        <VehicleBay plate={plate.trim()} state={state} large />
        <div className="quick__pair">
          <Field
            label={words.plate}
            className="quick__plate"
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            {...field('PlateNumber')}
          />
          <Select
            label={words.state}
            placeholder={words.selectState}
            options={listed.map(name => ({ value: name, label: name }))}
            {...field('PlateState')}
            value={state}
          />
        </div>
        {states.isError && <Reload text={words.statesFailed} query={states} />}
        <PhoneField field={field} />
      </EnterForm>
      <Acceptance />
      <p className="enter__others enter__others--one">
        <span className="t-2">{account.haveAccount}</span>
        <Link
          className="link link--tap"
          to={signInPath}
          onClick={event => {
            event.preventDefault()
            // the guest flag goes with the address, else this guest's screen would send him to the landing
            flushUpdates(() => {
              dropGuest()
              navigate(signInPath)
            })
          }}
        >
          {account.signIn}
        </Link>
      </p>
    </SignInFrame>
  )
}
