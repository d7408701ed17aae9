// The two ways to another e-mail or phone.
import { useState } from 'react'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import type { Contact } from './ContactSheet.tsx'
import { useEditWords } from './words.ts'

const ContactSheet = lazySheet(() => import('./ContactSheet.tsx'))

export function ContactWays() {
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
