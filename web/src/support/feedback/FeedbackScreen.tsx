// Feedback: stars and words, about a session where the address names one, else about the app.
import { useReceipt } from '#parking/sessions/sessions.ts'
import './feedback.css'
import type { Input } from '@parkit/contract/platform/call'
import { feedback } from '@parkit/contract/platform/limits'
import { sendFeedback } from '@parkit/contract/support/feedback'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Navigate, navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { useSupportWords } from '#support/overview/overview.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { errorAt, useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast.ts'
import { Stars } from './Stars.tsx'

export default function FeedbackScreen() {
  const words = useSupportWords()
  const { pathname, search } = useLocation()
  const signedIn = useSession().isSignedIn()
  const id = useSearchParams()[0].get('session') ?? undefined
  const receipt = useReceipt(id)
  if (!signedIn) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} />
  const back = id ? `/ClosingReceipt?session=${id}` : '/profile'
  return (
    <Screen title={words.feedback} width="form" top={<TopBar title={words.feedback} back={back} />}>
      {receipt.data ? (
        <>
          <div className="feedback__place">
            <Sign zone={receipt.data.ZoneNumber} />
            <span className="grow">
              <span className="row__t">{receipt.data.Name}</span>
              <span className="row__s">{receipt.data.Address}</span>
            </span>
          </div>
          <Form sessionId={id} back={back} />
        </>
      ) : id === undefined ? (
        <Form sessionId={id} back={back} />
      ) : receipt.isError ? (
        <ReadFailed title={words.placeFailed} query={receipt} />
      ) : (
        <Loading>
          <Skeleton height={44} radius={10} />
          <Skeleton height={220} radius={20} />
        </Loading>
      )}
    </Screen>
  )
}

const resolver = schemaResolver(async () => (await import('@parkit/contract/support/feedback-schemas')).FeedbackForm)

type Said = Input<typeof sendFeedback>['body']

function Form({ sessionId, back }: { sessionId: string | undefined; back: string }) {
  const words = useSupportWords()
  const language = useLanguage()
  const form = useForm<Said>({
    resolver,
    defaultValues: { Stars: 0, Text: '', ...(sessionId && { SessionId: sessionId }) },
  })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const [stars, typed = ''] = useWatch({ control: form.control, name: ['Stars', 'Text'] })
  const save = useMutation({
    mutationFn: (body: Said) => send(sendFeedback, { body }),
    onMutate: clear,
    onSuccess: () => {
      toast.success(words.thanks)
      navigate(back, { replace: true })
    },
    onError: failed,
  })
  const firstStar = useRef<HTMLInputElement>(null)
  const left = feedback.mostLetters - typed.length
  return (
    <form
      noValidate
      className="feedback__form"
      onSubmit={form.handleSubmit(
        body => {
          if (!save.isPending) save.mutate(body)
        },
        wrong => wrong.Stars && firstStar.current?.focus(),
      )}
    >
      <Stars
        legend={sessionId ? words.aboutSession : words.aboutApp}
        value={stars}
        onChange={value => form.setValue('Stars', value, { shouldValidate: true })}
        error={errorAt(errors.Stars, language)}
        first={firstStar}
      />
      <TextArea
        label={words.words}
        note={words.optional}
        rows={5}
        help={left < 200 && left >= 0 ? words.lettersLeft(left) : undefined}
        {...(errors.Text && { error: errorAt(errors.Text, language) ?? '' })}
        {...form.register('Text', { onChange: () => errors.Text && form.trigger('Text') })}
      />
      {problem && <Banner tone="stop">{problem}</Banner>}
      <Button variant="primary" block type="submit" loading={save.isPending} loadingLabel={words.sending}>
        {words.send}
      </Button>
    </form>
  )
}
