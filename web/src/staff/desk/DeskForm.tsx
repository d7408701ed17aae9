// A form of the desk: sent once at a time; what is wrong stands at its field, else above the button.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { errorAt, useFailure } from '#ui/form-errors.ts'

type Props<F extends FieldValues> = {
  schema: z.ZodMiniType<F>
  start: DefaultValues<NoInfer<F>>
  onSend: (typed: F) => Promise<unknown>
  /** on the button, and while it is sent */
  action: string | ((typed: F) => string)
  sending: string
  /** `at` answers what the field of a name is given */
  children: (at: At<F>) => ReactNode
}
type At<F extends FieldValues> = (
  name: Path<F>,
  options?: RegisterOptions<F>,
) => UseFormRegisterReturn & { error: string | undefined }

export function DeskForm<F extends FieldValues>({ schema, start, onSend, action, sending, children }: Props<F>) {
  const language = useLanguage()
  const form = useForm<F>({ resolver: zodResolver(schema as z.ZodMiniType<F, F>), defaultValues: start })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const send = useMutation({ mutationFn: onSend, onMutate: clear, onError: failed })
  const at: At<F> = (name, options) => ({
    error: errorAt(errors[name] as FieldError | undefined, language),
    ...form.register(name, options),
  })
  return (
    <form noValidate className="form-grid" onSubmit={form.handleSubmit(typed => !send.isPending && send.mutate(typed))}>
      {children(at)}
      {problem && <Banner tone="stop">{problem}</Banner>}
      <Button variant="primary" block type="submit" loading={send.isPending} loadingLabel={sending}>
        {typeof action === 'string' ? action : action(form.watch())}
      </Button>
    </form>
  )
}
