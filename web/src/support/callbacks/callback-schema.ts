// A call-back that can still be made: reports a wrong day before a time is chosen.
import { CallbackForm } from '@parkit/contract/support/callbacks-schemas'
import type { SupportCity } from '@parkit/contract/support/hours'
import { callFault, dayFault } from '@parkit/contract/support/service-hours'
import * as z from 'zod/mini'
import { now } from '#platform/clock.ts'
import { cityNow } from '#support/overview/overview.ts'

/** In the hours of that city. */
export const timelyCallback = ({ TimeZone, SupportHours }: Pick<SupportCity, 'TimeZone' | 'SupportHours'>) =>
  z
    .extend(CallbackForm, {
      date: CallbackForm.shape.date.check(({ value, issues }) => {
        const error = dayFault(value, cityNow(now(), TimeZone), SupportHours)
        if (error) issues.push({ code: 'custom', input: value, message: error })
      }),
    })
    .check(({ value, issues }) => {
      const fault = callFault(value, cityNow(now(), TimeZone), SupportHours)
      if (fault) issues.push({ code: 'custom', input: value, path: [fault.field], message: fault.error })
    })
