// Deleting a vehicle: one question that shows its plate, then a toast that can undo it.
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Plate } from '#ui/Plate.tsx'
import { Question } from '#ui/Question.tsx'
import { useDelete } from './vehicle-mutations.ts'
import { useVehicleWords } from './words.ts'

type Props = { vehicle: Vehicle; onFailed: (error: unknown) => void }

export function DeleteVehicle({ vehicle, onFailed }: Props) {
  const words = useVehicleWords()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const remove = useDelete(vehicle, error => {
    close()
    onFailed(error)
  })
  return (
    <>
      <Button
        variant="quiet"
        size="md"
        className="vehicle-form__delete"
        icon={<Trash2 size={20} />}
        onClick={() => setIsAsking(true)}
      >
        {words.delete}
      </Button>
      <Question
        open={isAsking}
        title={words.deleteQuestion}
        yes={words.delete}
        no={words.keep}
        isPending={remove.isPending}
        onYes={() => remove.mutate()}
        onClose={close}
      >
        <div className="delete-vehicle__plate">
          <Plate plate={vehicle.PlateNumber} state={vehicle.PlateState} size="md" />
        </div>
        <p>{words.deleteText}</p>
      </Question>
    </>
  )
}
