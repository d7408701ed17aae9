// A bay seen from above with the vehicle's plate parked in it; without a plate, a dashed place for one.
import './vehicle-bay.css'
import { cx } from './cx.ts'
import { Plate } from './Plate.tsx'
import { useUiWords } from './words.ts'

/** `large`: above a form; else in a list. */
export function VehicleBay({ plate, state = '', large }: { plate?: string; state?: string; large?: boolean }) {
  const words = useUiWords()
  return (
    <div className={cx('bay on-road', large && 'bay--large')}>
      <div className="bay__place">
        {plate ? (
          <Plate plate={plate} state={state} size="md" />
        ) : (
          <span className="bay__empty" role="img" aria-label={words.emptyBay} />
        )}
      </div>
    </div>
  )
}
