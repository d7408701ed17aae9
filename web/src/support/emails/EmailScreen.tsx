// Support Email: subject, message and files; a reference when it was taken, and what was written before with its state.
import { attach } from '@parkit/contract/support/chat'
import { type SupportEmail, writeEmail } from '@parkit/contract/support/emails'
import type { EmailForm as Fields } from '@parkit/contract/support/emails-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { confirmedEmail } from '#driver/account/account.ts'
import { CallError, send } from '#platform/client.ts'
import { upload } from '#platform/file-transfer.ts'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { PickButton, PickedFiles, useFiles } from '#support/chat/chat.ts'
import { useSupportWords, WayScreen } from '#support/overview/overview.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { failureText } from '#ui/failure-text.ts'
import { errorAt, useFailure } from '#ui/form-errors.ts'
import { schemaResolver } from '#ui/form-schema.ts'
import { TextArea } from '#ui/TextArea.tsx'
import { EmailList, emailsKey } from './EmailList.tsx'

const resolver = schemaResolver(async () => (await import('@parkit/contract/support/emails-schemas')).EmailForm)

export default function EmailScreen() {
  const words = useSupportWords()
  return (
    <WayScreen way="/emailSupport" title={words.supportEmail}>
      <EmailForm />
      <EmailList />
    </WayScreen>
  )
}

/** The server's word at the file, else what went wrong. */
const fileProblem = (file: File, error: unknown) =>
  `${file.name}: ${(error instanceof CallError && Object.values(error.fields)[0]) || failureText(error)}`

function EmailForm() {
  const words = useSupportWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const address = confirmedEmail(useSession().user())
  const [sent, setSent] = useState<SupportEmail | null>(null)
  const { files, fault, add, remove, clear: clearFiles } = useFiles()
  // a file that was stored is not sent again when the e-mail is
  const stored = useRef(new Map<File, string>())
  const form = useForm({
    resolver,
    defaultValues: { Subject: '', Message: '', AttachmentIds: [] },
  })
  const { errors } = form.formState
  const { problem, failed, clear } = useFailure(form)
  const [fileFault, setFileFault] = useState<string>()
  const write = useMutation({
    mutationFn: async (body: Fields) => {
      for (const file of files) {
        if (stored.current.has(file)) continue
        const { AttachmentId } = await upload(attach, file).catch(error => {
          if (error instanceof CallError && error.status >= 400) setFileFault(fileProblem(file, error))
          throw error
        })
        stored.current.set(file, AttachmentId)
      }
      const AttachmentIds = files.map(file => stored.current.get(file)!)
      return send(writeEmail, { body: { ...body, AttachmentIds } })
    },
    onMutate: () => {
      clear()
      setFileFault(undefined)
      setSent(null)
    },
    onSuccess: email => {
      setSent(email)
      // the fields are registered once: let go of, they would never be heard again
      form.reset(undefined, { keepFieldsRef: true })
      clearFiles()
      stored.current.clear()
      window.scrollTo(0, 0)
      return queries.invalidateQueries({ queryKey: emailsKey })
    },
    onError: error => {
      const said = error instanceof CallError ? error.fields.AttachmentIds : undefined
      if (said) {
        // stored too long ago, or too much together: stored anew the next time
        stored.current.clear()
        setFileFault(said)
      } else failed(error)
    },
  })
  const filesProblem = fault ?? fileFault
  return (
    <form
      noValidate
      className="form-grid support-mail"
      onSubmit={form.handleSubmit(body => {
        if (!write.isPending) write.mutate(body)
      })}
    >
      {sent && (
        <Banner tone="go">
          {words.emailSent} <strong className="support__ref">{sent.Reference}</strong>
        </Banner>
      )}
      <Field
        label={words.subject}
        aria-required
        maxLength={150}
        error={errorAt(errors.Subject, language)}
        {...form.register('Subject')}
      />
      <TextArea
        label={words.message}
        aria-required
        rows={6}
        help={address ? words.copyTo(address) : words.noAddress}
        error={errorAt(errors.Message, language)}
        {...form.register('Message')}
      />
      <PickedFiles files={files} onRemove={remove} />
      <PickButton className="btn btn--secondary btn--md" label={words.addFiles} onPick={add}>
        <span>{words.addFiles}</span>
      </PickButton>
      {filesProblem && (
        <p className="help help--error" role="alert">
          {filesProblem}
        </p>
      )}
      {problem && !filesProblem && <Banner tone="stop">{problem}</Banner>}
      <Button
        variant="primary"
        block
        type="submit"
        icon={<Send size={20} />}
        loading={write.isPending}
        loadingLabel={words.sending}
      >
        {words.sendEmail}
      </Button>
    </form>
  )
}
