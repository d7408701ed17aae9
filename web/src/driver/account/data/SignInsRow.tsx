// The way to where the driver is signed in.
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { useDataWords } from './words.ts'

const SignInsSheet = lazySheet(() => import('./SignInsSheet.tsx'))

export function SignInsRow() {
  const words = useDataWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row icon={<MonitorSmartphone size={24} />} title={words.signIns} onClick={() => setOpen(true)} />
      <SignInsSheet open={open} onClose={() => setOpen(false)} />
    </>
  )
}
