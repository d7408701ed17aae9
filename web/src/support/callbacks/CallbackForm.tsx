// The form of a call-back, for a new one or one that is changed; the recorded dialog when it was received.
import { fieldText } from '@parkit/contract/platform/field-errors'
import { digitsMost } from '@parkit/contract/platform/limits'
import { type Callback, changeCallback, requestCallback } from '@parkit/contract/support/callbacks'
import type { CallbackForm as Fields } from '@parkit/contract/support/callbacks-schemas'
import type { SupportCity } from '@parkit/contract/support/hours'
import { isServiceDay, openDays, openTimes } from '@parkit/contract/support/service-hours'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { phoneText } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { session } from '#platform/session.ts'
import { dayText, timeText } from '#platform/text.ts'
import { cityNow, plainMs, useSupportWords } from '#support/overview/overview.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Field } from '#ui/Field.tsx'
import { errorAt, useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { Select } from '#ui/Select.tsx'
import { Dialog } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { callbacksKey } from './CallbackList.tsx'
import { nextSlots, type Slot, TimeChips } from './TimeChips.tsx'

/** What the field can hold of a stored number; the country of most is left out. */
const digitsOf = (phone: string) => phone.replace(/^\+1(?=\d{10}$)/, '').replace(/\D/g, '')

type Props = {
  changing: Callback | null
  onDone: () => void
  /** in whose hours and time */
  city: SupportCity
}

export function CallbackForm({ changing, onDone, city }: Props) {
  const words = useSupportWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const [received, setReceived] = useState(false)
  const hours = city.SupportHours
  const now = cityNow(useNow(60_000), city.TimeZone)
  const days = openDays(now, hours)
  const [resolver] = useState(() =>
    schemaResolver(async () => (await import('./callback-schema.ts')).timelyCallback(city)),
  )
  const form = useForm<Fields>({
    resolver,
    defaultValues: changing
      ? { phone: phoneText(digitsOf(changing.phone)), date: changing.date, time: changing.time }
      : { phone: phoneText(digitsOf(session.user()?.PhoneNumber ?? '')), date: '', time: '' },
  })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const [date, chosenTime] = useWatch({ control: form.control, name: ['date', 'time'] })
  /** The browser hands out no value for a date that was typed and doesn't exist. */
  const [isDateUnknown, setIsDateUnknown] = useState(false)
  const times = isServiceDay(date, hours) ? openTimes(date, now, hours) : []
  /** no time is left on that day */
  const closed = date !== '' && times.length === 0
  const save = useMutation({
    mutationFn: (fields: Fields) => {
      const body = { ...fields, City: city.City }
      return changing ? send(changeCallback, { params: { id: changing.Id }, body }) : send(requestCallback, { body })
    },
    onMutate: clear,
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: callbacksKey })
      if (!changing) {
        // the fields are registered once: let go of, they would never be heard again
        form.reset({ phone: phoneText(form.getValues('phone')), date: '', time: '' }, { keepFieldsRef: true })
        return setReceived(true)
      }
      toast.success(words.callSaved)
      onDone()
    },
    onError: failed,
  })
  const submit = form.handleSubmit(body => {
    if (!save.isPending) save.mutate(body)
  })
  const digits = form.register('phone', {
    // letters never come in; pasted ones go
    setValueAs: (typed: string) => typed.replace(/\D/g, ''),
    onBlur: ({ target }) => {
      target.value = phoneText(target.value)
    },
  })
  const choose = (call: Slot) => {
    // the times to choose from are those of the day
    flushSync(() => form.setValue('date', call.date))
    form.setValue('time', call.time)
    form.clearErrors(['date', 'time'])
  }
  return (
    <form noValidate className="form-grid" onSubmit={submit}>
      <Field
        label={words.callPhone}
        aria-required
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        maxLength={digitsMost}
        error={errorAt(errors.phone, language)}
        {...digits}
        onChange={event => {
          event.target.value = event.target.value.replace(/\D/g, '')
          return digits.onChange(event)
        }}
      />
      <TimeChips slots={nextSlots(now, hours)} chosen={{ date, time: chosenTime }} onChoose={choose} />
      <div className="callback__when">
        <DateField
          label={words.date}
          aria-required
          min={days[0]}
          max={days.at(-1)}
          written={isDateUnknown ? undefined : date ? dayText(plainMs(date), 'UTC', language) : words.chooseTime}
          error={errors.date && isDateUnknown ? fieldText('date_unknown', language) : errorAt(errors.date, language)}
          {...form.register('date', {
            onBlur: ({ target }) => setIsDateUnknown(target.validity.badInput),
            onChange: event => {
              setIsDateUnknown(event.target.validity.badInput)
              const free = isServiceDay(event.target.value, hours) ? openTimes(event.target.value, now, hours) : []
              if (!free.includes(form.getValues('time'))) form.setValue('time', '')
            },
          })}
        />
        <Select
          label={words.time}
          aria-required
          note={words.cityTime(city.Name)}
          placeholder={words.chooseTime}
          disabled={closed}
          help={closed ? words.noTimes : undefined}
          error={closed ? undefined : errorAt(errors.time, language)}
          options={(date === '' ? openTimes(days[1] ?? '', now, hours) : times).map(time => ({
            value: time,
            label: timeText(plainMs('2000-01-01', time), 'UTC', language),
          }))}
          {...form.register('time')}
        />
      </div>
      {problem && <Banner tone="stop">{problem}</Banner>}
      <Button
        variant="primary"
        block
        type="submit"
        icon={<PhoneCall size={22} />}
        loading={save.isPending}
        loadingLabel={changing ? words.saving : words.requesting}
      >
        {changing ? words.saveCall : words.requestCallBack}
      </Button>
      {changing && (
        <Button variant="quiet" block onClick={onDone}>
          {words.keepCall}
        </Button>
      )}
      <Dialog
        open={received}
        onClose={() => setReceived(false)}
        className="callback__received"
        title={words.callReceived}
        actions={
          <Button variant="primary" block onClick={() => navigate('/supportpage')}>
            {words.okThanks}
          </Button>
        }
      >
        <span className="callback__icon">
          <PhoneCall size={30} />
        </span>
        <p>{words.callReceivedText}</p>
      </Dialog>
    </form>
  )
}
