// What can be put right on a running session: the plate and the zone, each once.
import type { Change, Session } from '@parkit/contract/parking/sessions'
import { CarFront, MapPin } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from '#platform/address.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { useParkingWords } from './words.ts'

const PlateSheet = lazySheet(() => import('./PlateSheet.tsx'))
const MoveSheet = lazySheet(() => import('./MoveSheet.tsx'))

/** Once each, the zone once more for each closure that cut the session, and not one that a gate started: it ends where the gate sees its plate leave. */
export const canChange = ({ AutoSession, Changes = [], MovesGiven = 0 }: Session, kind: Change['Kind']): boolean =>
  !AutoSession && Changes.filter(({ Kind }) => Kind === kind).length <= (kind === 'moved' ? MovesGiven : 0)

/** A row goes once its change was made, and the focus with it: the screen takes it. */
function useFocusAfter(isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    wasOpen.current = isOpen
  }, [isOpen])
  useEffect(
    () => () => {
      if (wasOpen.current) document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )
}

/** Opens at once where the driver returns from adding a vehicle. */
export function PlateRow({ session }: { session: Session }) {
  const words = useParkingWords()
  const wanted = useSearchParams()[0].get('change')
  const [isOpen, setIsOpen] = useState(wanted === 'plate')
  useFocusAfter(isOpen)
  return (
    <>
      <Row icon={<CarFront size={24} />} title={words.wrongPlate} note={words.change} onClick={() => setIsOpen(true)} />
      <PlateSheet open={isOpen} session={session} newest={wanted === 'plate'} onClose={() => setIsOpen(false)} />
    </>
  )
}

export function ZoneRow({ session }: { session: Session }) {
  const words = useParkingWords()
  const [isOpen, setIsOpen] = useState(false)
  useFocusAfter(isOpen)
  return (
    <>
      <Row icon={<MapPin size={24} />} title={words.wrongZone} note={words.change} onClick={() => setIsOpen(true)} />
      <MoveSheet open={isOpen} session={session} onClose={() => setIsOpen(false)} />
    </>
  )
}
