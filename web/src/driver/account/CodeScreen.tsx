// The one-time code: six digits sign in, finish an account, or allow a new password.
import { quickRegister, register, sendCode, token } from '@parkit/contract/driver/account'
import { errors } from '@parkit/contract/platform/errors'
import { useMutation } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { contactText, countdownText, isEmail } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { withNext } from '#platform/next.ts'
import { dropGuest, session } from '#platform/session.ts'
import { useSignIn } from '#platform/sign-in.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, unavailable } from '#ui/Button.tsx'
import { CodeInput } from '#ui/CodeInput.tsx'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast.ts'
import { dropPending, findPending, findRegistration, type Pending, type Purpose, savePending } from './challenge.ts'
import { quickPath } from './quick/path.ts'
import { SandboxCode } from './SandboxCode.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { useAccountWords } from './words.ts'

/** The screen that starts each purpose. */
const starts = {
  'sign-in': '/login',
  reset: '/login',
  register: '/register',
  quick: '/QuickParkRegister',
} satisfies Record<Purpose, string>

/** /login would redirect a signed-in driver. */
const startOf = (purpose: Purpose) => (purpose === 'reset' && session.isSignedIn() ? '/forgot' : starts[purpose])

/** The screen after the code; undefined: the one after signing in. */
const pathAfter = ({ purpose, quick }: Pending, next: string | null) => {
  if (purpose === 'reset') return withNext('/resetpassword', next)
  return quick && quickPath(next, quick.PlateNumber)
}

export default function CodeScreen() {
  const words = useAccountWords()
  const [pending, setPending] = useState(findPending)
  const next = useSearchParams()[0].get('next')
  if (pending) return <Entry pending={pending} onSent={() => setPending(findPending())} />
  return (
    <SignInFrame title={words.codeTitle} text={words.noCodeAsked} back={withNext('/login', next)}>
      <Button variant="primary" block className="enter__alone" to={withNext('/login', next)}>
        {words.signIn}
      </Button>
    </SignInFrame>
  )
}

function Entry({ pending, onSent }: { pending: Pending; onSent: () => void }) {
  const words = useAccountWords()
  const language = useLanguage()
  const enter = useSignIn()
  const next = useSearchParams()[0].get('next')
  const input = useRef<HTMLInputElement>(null)
  const [digits, setDigits] = useState('')
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    // after the frame, which gives a new screen the focus as a whole
    const timer = setTimeout(() => input.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const over = useNow() >= Date.parse(pending.ExpiresAt)
  const verify = useMutation({
    mutationFn: (code: string) => send(token, { body: { grant_type: 'otp', challenge_id: pending.ChallengeId, code } }),
    onMutate: () => setFailure(undefined),
    onSuccess: async answer => {
      dropPending()
      await enter(answer, next, pathAfter(pending, next))
    },
    onError: error => {
      setFailure(error)
      // the next digit replaces the code
      input.current?.focus()
      input.current?.select()
    },
  })
  const submit = (code: string) => {
    if (!verify.isPending && code.length === 6) verify.mutate(code)
  }
  const type = (code: string) => {
    setFailure(undefined)
    setDigits(code)
  }
  const sent = () => {
    type('')
    onSent()
    input.current?.focus()
  }
  const [before, after] = isEmail(pending.destination) ? words.byEmail : words.byText
  const back = withNext(startOf(pending.purpose), next)
  const wrong = failure instanceof CallError && failure.code === 'wrong_credentials'
  const taken = failure instanceof CallError && (failure.code === 'email_taken' || failure.code === 'phone_taken')
  const expired = over || (failure instanceof CallError && failure.code === 'code_expired')
  const text = expired ? errors.code_expired[language] : failure !== undefined ? failureText(failure) : undefined
  return (
    <SignInFrame
      title={words.codeTitle}
      back={back}
      text={
        <>
          {before}
          <b className="enter__to num">{contactText(pending.destination)}</b>
          {after}
        </>
      }
    >
      <Link
        className="link link--tap enter__other"
        to={back}
        // Quick park is for guests
        onClick={pending.purpose === 'quick' ? undefined : dropGuest}
      >
        {isEmail(pending.destination) ? words.otherEmail : words.otherNumber}
      </Link>
      <form
        noValidate
        className="enter__code"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit(digits)
        }}
      >
        <CodeInput
          ref={input}
          label={words.code}
          value={digits}
          onChange={type}
          onComplete={submit}
          error={taken ? undefined : text}
        />
        <Resend pending={pending} expired={expired} startOver={back} onSent={sent} />
        {taken && (
          <Banner
            tone="stop"
            className="enter__problem"
            action={
              <Link className="link link--tap" to={withNext('/login', next)} onClick={dropGuest}>
                {words.signIn}
              </Link>
            }
          >
            {text}
          </Banner>
        )}
        <Button
          variant="primary"
          block
          type="submit"
          disabled={digits.length < 6 || expired}
          loading={verify.isPending}
          loadingLabel={words.verifying}
        >
          {words.verify}
        </Button>
      </form>
      {wrong && pending.purpose !== 'register' && pending.purpose !== 'quick' ? (
        <p className="enter__hint t-sm t-2">
          {words.noAccountYet}{' '}
          <Link className="link" to={withNext('/register', next)}>
            {words.createAccount}
          </Link>
        </p>
      ) : (
        <p className="enter__hint t-sm t-2">
          {isEmail(pending.destination) && pending.purpose === 'sign-in' ? words.unconfirmedHint : words.autofill}
        </p>
      )}
      {pending.SandboxCode && !over && (
        <SandboxCode
          className="enter__sandbox"
          live={false}
          code={pending.SandboxCode}
          onFill={code => {
            type(code)
            submit(code)
          }}
        />
      )}
    </SignInFrame>
  )
}

type ResendProps = { pending: Pending; expired: boolean; startOver: string; onSent: () => void }

/** Counts down, then becomes a button. A registration whose password was lost with a reload starts over. */
function Resend({ pending, expired, startOver, onSent }: ResendProps) {
  const words = useAccountWords()
  const now = useNow()
  const seconds = Math.ceil((Date.parse(pending.ResendAfter) - now) / 1_000)
  const body = findRegistration()
  const resend = useMutation({
    mutationFn: async () => {
      const { purpose, destination, quick } = pending
      const challenge = quick
        ? await send(quickRegister, { body: quick })
        : body
          ? await send(register, { body })
          : await send(sendCode, { body: { Destination: destination } })
      savePending({ ...challenge, purpose, destination, ...(quick && { quick }) }, body)
    },
    onSuccess: () => {
      toast.success(words.newCodeSent)
      onSent()
    },
    onError: error => toast.error(failureText(error)),
  })
  if (pending.purpose === 'register' && !body)
    return (
      <div className="enter__resend">
        {(expired || seconds <= 0) && (
          <Link className="link link--tap" to={startOver}>
            {words.startOver}
          </Link>
        )}
      </div>
    )
  return (
    <div className="enter__resend">
      {seconds > 0 ? (
        <span className="enter__wait t-sm t-2">
          <Timer size={20} />
          <span className="num">{words.newCodeIn(countdownText(seconds))}</span>
        </span>
      ) : (
        <button
          type="button"
          className="link link--tap"
          onClick={() => resend.mutate()}
          {...(resend.isPending && unavailable)}
        >
          {resend.isPending ? words.sending : words.sendNewCode}
        </button>
      )}
    </div>
  )
}
