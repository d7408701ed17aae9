// The fields of a vehicle under its plate, which follows the typing.
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import type { VehicleForm as Filled } from '@parkit/contract/driver/vehicles-schemas'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { type FieldPath, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form'
import { useRegion } from '#city/cities/cities.ts'
import { CallError } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { errorAt, useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { Reload } from '#ui/Reload.tsx'
import { Select } from '#ui/Select.tsx'
import { ToggleRow } from '#ui/Toggle.tsx'
import { VehicleBay } from '#ui/VehicleBay.tsx'
import { useColors, useMakes, useModels, useStates } from './choice-queries.ts'
import { DeleteVehicle } from './DeleteVehicle.tsx'
import { SearchField } from './SearchField.tsx'
import { findDraft, saveDraft, useSave } from './vehicle-mutations.ts'
import { useVehicleWords } from './words.ts'
import { YearField } from './YearField.tsx'

const resolver = schemaResolver(async () => (await import('@parkit/contract/driver/vehicles-schemas')).VehicleForm)

const nothing: Filled = {
  VehicleMake: '',
  VehicleModel: '',
  PlateNumber: '',
  PlateState: '',
  VehicleColor: '',
  VehicleYear: '',
}

const fieldsOf = ({ VehicleID: _, IsDefault: __, RentalUntil: ___, ...fields }: Vehicle): Filled => fields

/** The chosen value is an option also while its list is on its way (D-18). */
const valuesOf = (list: readonly string[] | undefined, chosen: string) => list ?? (chosen ? [chosen] : [])

type Props = {
  /** the one to change; absent: a new one */
  vehicle?: Vehicle | undefined
  /** the default of now, where it is another one */
  otherDefault?: Vehicle | undefined
  /** it is the only one, and so the default */
  alone?: boolean
  /** a path to go on to */
  next: string | null
  /** draws the screen around the fields and the button */
  children: (fields: ReactNode, submit: ReactNode) => ReactNode
}

export function VehicleForm({ vehicle, otherDefault, alone, next, children }: Props) {
  const words = useVehicleWords()
  const [draft] = useState(() => (vehicle ? undefined : findDraft()))
  const region = useRegion(next)
  const form = useForm({
    resolver,
    defaultValues: vehicle ? fieldsOf(vehicle) : { ...nothing, PlateState: region ?? '', ...draft?.form },
  })
  useEffect(() => {
    if (region && !form.getValues('PlateState')) form.setValue('PlateState', region)
  }, [form, region])
  const [asDefault, setAsDefault] = useState(draft?.asDefault ?? false)
  useEffect(() => {
    if (vehicle) return
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft({ form: values, asDefault }),
    })
  }, [form, vehicle, asDefault])
  const { problem, failed: showFailure, clear } = useFailure(form)
  const failed = (error: unknown) => {
    clear()
    if (error instanceof CallError && error.code === 'vehicle_exists')
      form.setError('PlateNumber', { type: 'server', message: error.message }, { shouldFocus: true })
    else showFailure(error)
  }
  const save = useSave(vehicle, next, failed)
  const [isRental, setIsRental] = useState(false)
  const submitAll = form.handleSubmit(filled => {
    clear()
    if (!save.isPending) save.mutate({ form: filled, asDefault })
  })
  const submitRental = async (event: FormEvent) => {
    event.preventDefault()
    clear()
    if (!(await form.trigger(['PlateNumber', 'PlateState'], { shouldFocus: true })) || save.isPending) return
    save.mutate({ form: form.getValues(), asDefault: false, isRental })
  }
  return children(
    <form id="vehicle" noValidate className="form-grid vehicle-form" onSubmit={isRental ? submitRental : submitAll}>
      <Fields form={form} isRental={isRental}>
        {!vehicle && (
          <ToggleRow
            label={words.rental}
            sub={words.rentalHelp}
            checked={isRental}
            onChange={event => setIsRental(event.target.checked)}
          />
        )}
      </Fields>
      {(otherDefault || vehicle) && !isRental && (
        <div className="vehicle-form__more">
          {!alone && (
            <ToggleRow
              label={words.useAsDefault}
              sub={otherDefault ? words.replaces(otherDefault.PlateNumber) : words.isDefault}
              checked={asDefault || !otherDefault}
              disabled={!otherDefault}
              onChange={event => {
                setAsDefault(event.target.checked)
                if (!vehicle) saveDraft({ form: form.getValues(), asDefault: event.target.checked })
              }}
            />
          )}
          {vehicle && <DeleteVehicle vehicle={vehicle} onFailed={failed} />}
        </div>
      )}
    </form>,
    <>
      {problem && <Banner tone="stop">{problem}</Banner>}
      <Button variant="primary" block type="submit" form="vehicle" loading={save.isPending} loadingLabel={words.saving}>
        {words.save}
      </Button>
    </>,
  )
}

type FieldsProps = {
  form: UseFormReturn<Filled>
  /** its plate alone */
  isRental: boolean
  /** after the plate */
  children: ReactNode
}

function Fields({ form, isRental, children }: FieldsProps) {
  const words = useVehicleWords()
  const language = useLanguage()
  const { errors, isSubmitted } = useFormState({ control: form.control })
  const chosen = { ...nothing, ...useWatch({ control: form.control }) }
  const [makes, states, colors] = [useMakes(), useStates(), useColors()]
  const makeId = makes.data?.find(make => make.PvValue === chosen.VehicleMake)?.PVID
  const models = useModels(makeId)
  const failedLists = [makes, states, colors, models].filter(list => list.isError)

  const choose = (name: FieldPath<Filled>, value: string) =>
    form.setValue(name, value, { shouldValidate: errors[name] !== undefined || isSubmitted })
  /** Makes, models and colours are shown upper-cased, as recorded. */
  const choice = (name: FieldPath<Filled>, list: readonly string[] | undefined) => ({
    error: errorAt(errors[name], language),
    'aria-required': true,
    options: valuesOf(list, chosen[name]).map(value => ({
      value,
      label: name === 'PlateState' ? words.listed(value) : words.listed(value).toUpperCase(),
    })),
    ...form.register(name),
    value: chosen[name],
  })
  return (
    <>
      <VehicleBay plate={chosen.PlateNumber.trim()} state={chosen.PlateState} large />
      <p className="vehicle-form__look">{words.look}</p>
      {failedLists[0] && (
        <Reload
          text={words.listsFailed}
          query={{ ...failedLists[0], refetch: () => failedLists.map(list => list.refetch()) }}
        />
      )}
      <Field
        label={words.plateField}
        aria-required
        className="vehicle-form__plate"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        error={errorAt(errors.PlateNumber, language)}
        {...form.register('PlateNumber', {
          onChange: event =>
            (errors.PlateNumber || /[^A-Za-z0-9 -]/.test(event.target.value)) && form.trigger('PlateNumber'),
          onBlur: event => event.target.value && form.trigger('PlateNumber'),
        })}
      />
      <Select label={words.state} placeholder={words.selectState} {...choice('PlateState', states.data)} />
      {children}
      {!isRental && (
        <>
          <SearchField
            onFound={({ VehicleMake, VehicleModel, VehicleYear }) => {
              choose('VehicleMake', VehicleMake)
              choose('VehicleModel', VehicleModel)
              if (VehicleYear) choose('VehicleYear', VehicleYear)
            }}
          />
          <div className="vehicle-form__pair">
            <Select
              label={words.makeField}
              placeholder={words.selectMake}
              {...choice(
                'VehicleMake',
                makes.data?.map(make => make.PvValue),
              )}
              onChange={event => {
                choose('VehicleMake', event.target.value)
                form.setValue('VehicleModel', '')
              }}
            />
            <Select
              label={words.model}
              placeholder={words.selectModel}
              disabled={chosen.VehicleMake === ''}
              {...choice(
                'VehicleModel',
                models.data?.map(model => model.PvValue),
              )}
            />
          </div>
          <div className="vehicle-form__pair">
            <Select
              label={words.color}
              placeholder={words.selectColor}
              {...choice(
                'VehicleColor',
                colors.data?.map(color => color.PvDescription),
              )}
            />
            <YearField
              value={chosen.VehicleYear}
              onChange={year => choose('VehicleYear', year)}
              error={errorAt(errors.VehicleYear, language)}
              ref={form.register('VehicleYear').ref}
            />
          </div>
        </>
      )}
    </>
  )
}
