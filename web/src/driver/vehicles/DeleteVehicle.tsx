// Deleting a vehicle: one question that shows its plate, then a toast that can undo it.
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Plate } from '#ui/Plate.tsx'
import { Dialog } from '#ui/Sheet.tsx'
import { useDelete } from './vehicle-mutations.ts'
import { useVehicleWords } from './words.ts'

type Props = { vehicle: Vehicle; onFailed: (error: unknown) => void }

export function DeleteVehicle({ vehicle, onFailed }: Props) {
  const words = useVehicleWords()
  const [asking, setAsking] = useState(false)
  const remove = useDelete(vehicle, error => {
    setAsking(false)
    onFailed(error)
  })
  return (
    <>
      <Button
        variant="quiet"
        size="md"
        className="vehicle-form__delete"
        icon={<Trash2 size={20} />}
        onClick={() => setAsking(true)}
      >
        {words.delete}
      </Button>
      <Dialog
        alert
        open={asking}
        onClose={() => setAsking(false)}
        title={words.deleteQuestion}
        actions={
          <>
            <Button
              variant="danger"
              block
              loading={remove.isPending}
              loadingLabel={words.deleting}
              onClick={() => remove.mutate()}
            >
              {words.delete}
            </Button>
            <Button variant="secondary" block onClick={() => setAsking(false)}>
              {words.keep}
            </Button>
          </>
        }
      >
        <div className="delete-vehicle__plate">
          <Plate plate={vehicle.PlateNumber} state={vehicle.PlateState} size="md" />
        </div>
        <p>{words.deleteText}</p>
      </Dialog>
    </>
  )
}
