// My Vehicles: each in its bay with what is known of it; the form edits, deletes and chooses the default.
import './vehicles.css'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { Pencil } from 'lucide-react'
import { Navigate } from '#platform/address.tsx'
import { useLanguage } from '#platform/language.tsx'
import { useSession } from '#platform/session.ts'
import { dayTimeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { AsOf } from '#ui/AsOf.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Tag } from '#ui/Row.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { VehicleBay } from '#ui/VehicleBay.tsx'
import { useVehicles } from './vehicle-queries.ts'
import { useVehicleWords } from './words.ts'

export default function VehiclesScreen() {
  const words = useVehicleWords()
  const signedIn = useSession().isSignedIn()
  const vehicles = useVehicles()
  // a guest has no vehicles; an account has, and leads back here (D-52)
  if (!signedIn) return <Navigate to="/login?next=%2Fmyvehicles" />
  return (
    <Screen
      title={words.myVehicles}
      width="form"
      className="my-vehicles"
      top={<TopBar title={words.myVehicles} back="/profile" />}
      dock={
        // one yellow button at a time: "Try again" has its turn first
        vehicles.data || !vehicles.isError ? (
          <Dock>
            <Button variant="primary" block to="/addvehicles">
              {words.addButton}
            </Button>
          </Dock>
        ) : undefined
      }
    >
      <AsOf name="vehicles" />
      {vehicles.data ? (
        <Vehicles vehicles={vehicles.data} />
      ) : vehicles.isError ? (
        <ReadFailed title={words.vehiclesFailed} query={vehicles} />
      ) : (
        <Loading>
          <div className="garage">
            <Skeleton height={277} radius={20} />
            <Skeleton height={277} radius={20} />
          </div>
        </Loading>
      )}
    </Screen>
  )
}

function Vehicles({ vehicles }: { vehicles: Vehicle[] }) {
  const words = useVehicleWords()
  if (vehicles.length === 0) return <EmptyState title={words.noVehicles} text={words.noVehiclesText} />
  return (
    <ol className="garage">
      {vehicles.map((vehicle, i) => (
        <VehicleCard key={vehicle.VehicleID} vehicle={vehicle} position={i + 1} />
      ))}
    </ol>
  )
}

function VehicleCard({ vehicle, position }: { vehicle: Vehicle; position: number }) {
  const words = useVehicleWords()
  const language = useLanguage()
  const pairs = [
    [words.make, vehicle.VehicleMake],
    [words.model, vehicle.VehicleModel],
    [words.plate, vehicle.PlateNumber],
    [words.state, vehicle.PlateState],
  ] as const
  // Quick park asks for plate and state alone
  const known = pairs.filter(([, value]) => value !== '')
  return (
    <li className="car">
      <div className="car__head">
        <div className="car__name grow">
          <h2 className="t-h3">{words.vehicleNumber(position)}</h2>
          {vehicle.IsDefault && <Tag tone="ink">{words.default}</Tag>}
          {vehicle.RentalUntil && <Tag>{words.rentalUntil(dayTimeText(vehicle.RentalUntil, ownZone, language))}</Tag>}
        </div>
        <IconButton
          className="car__edit"
          label={words.edit(position, vehicle.PlateNumber)}
          icon={<Pencil size={22} />}
          to={`/addvehicles?id=${vehicle.VehicleID}`}
        />
      </div>
      <VehicleBay plate={vehicle.PlateNumber} state={vehicle.PlateState} />
      <dl className="car__facts">
        {known.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd lang="en">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
