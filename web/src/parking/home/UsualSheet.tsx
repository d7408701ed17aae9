// The driver's usual places, what they are learned from, and the way to clear them.

import { clearUsual } from '@parkit/contract/parking/usual'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SavedIcon, savedName, useSaved, useSavedWords } from '#city/saved/saved.ts'
import { send } from '#platform/client.ts'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Question } from '#ui/Question.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Sign } from '#ui/Sign.tsx'
import { toast } from '#ui/toast.ts'
import { stayPath, useStayText } from './stay-text.ts'
import { cacheUsual, useUsualStays, usualKey } from './usual-stays.ts'
import { useHomeWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

export default function UsualSheet({ open, onClose }: Props) {
  const words = useHomeWords()
  const queries = useQueryClient()
  const textOf = useStayText()
  const stays = useUsualStays().data ?? []
  const saved = useSaved().data ?? []
  const savedWords = useSavedWords()
  const [isAsking, setIsAsking] = useState(false)
  const clear = useMutation({
    mutationFn: () => send(clearUsual, {}),
    onSuccess: ({ Items }) => {
      queries.setQueryData(usualKey, cacheUsual(Items))
      toast.success(words.cleared)
      setIsAsking(false)
      onClose()
    },
    onError: error => {
      setIsAsking(false)
      toast.error(failureText(error))
    },
  })
  // the last stay is often a habit too
  const shown = stays.filter(
    one => one.When !== null || !stays.some(stay => stay.When && zoneRef(stay) === zoneRef(one)),
  )
  return (
    <Sheet open={open} onClose={onClose} title={words.yourPlaces} wide="drawer">
      {saved.length === 0 ? (
        <p className="t-sm t-2">{words.noSaved}</p>
      ) : (
        <List label={words.savedPlaces}>
          {saved.map(place => (
            <Row
              key={zoneRef(place)}
              icon={<SavedIcon kind={place.Kind} />}
              title={savedName(place, savedWords)}
              sub={place.Name}
              to={`/parkdetails?zone=${zoneRef(place)}`}
            />
          ))}
        </List>
      )}
      <List label={words.yourPlaces}>
        {shown.map((stay, i) => (
          <Row
            key={i}
            lead={<Sign zone={stay.ZoneNumber} />}
            title={<span lang="en">{stay.Name}</span>}
            sub={textOf(stay)}
            to={stayPath(stay)}
          />
        ))}
      </List>
      {shown.length > 0 && (
        <>
          <p className="t-sm t-2 usual__why">{words.why}</p>
          <Button block onClick={() => setIsAsking(true)}>
            {words.clear}
          </Button>
        </>
      )}
      <Question
        open={isAsking}
        title={words.clearAsk}
        yes={words.clear}
        pendingText={words.clearing}
        no={words.keep}
        isPending={clear.isPending}
        onYes={() => clear.mutate()}
        onClose={() => setIsAsking(false)}
      >
        {words.clearText}
      </Question>
    </Sheet>
  )
}
