// Add Vehicle, and with `?id=` Edit Vehicle. Without a vehicle there is no way back (recorded), but one past it.
import './vehicles.css'
import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { nextPath } from '#platform/next.ts'
import { useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/EmptyState.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { VehicleForm } from './VehicleForm.tsx'
import { useVehicles } from './vehicle-queries.ts'
import { useVehicleWords } from './words.ts'

export default function VehicleFormScreen() {
  const words = useVehicleWords()
  const session = useSession()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const vehicles = useVehicles()
  // as it was when the screen opened: saving the first vehicle must not move the title
  const [hasVehicle] = useState(session.hasVehicle())
  const id = query.get('id')
  const next = query.get('next')
  if (!session.isSignedIn()) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} />

  const title = id ? words.editVehicle : words.addVehicle
  const back = next ? nextPath(next) : '/myvehicles'
  const frame = {
    title,
    width: 'form',
    top: <TopBar title={title} {...(hasVehicle && { back })} />,
  } as const
  const vehicle = vehicles.data?.find(({ VehicleID }) => VehicleID === id)
  if (id && !vehicle)
    return (
      <Screen {...frame}>
        {vehicles.data ? (
          <ErrorState
            title={words.notFound}
            text={words.notFoundText}
            other={
              <Button variant="primary" block to="/myvehicles" replace>
                {words.myVehicles}
              </Button>
            }
          />
        ) : vehicles.isError ? (
          <ReadFailed title={words.vehiclesFailed} query={vehicles} />
        ) : (
          <FormShapes />
        )}
      </Screen>
    )
  return (
    <VehicleForm
      key={id}
      vehicle={vehicle}
      otherDefault={vehicles.data?.find(other => other.IsDefault && other.VehicleID !== id)}
      alone={vehicles.data?.length === 1 && vehicle !== undefined}
      next={next}
    >
      {(fields, submit) => (
        <Screen
          {...frame}
          dock={
            <Dock>
              {submit}
              {!hasVehicle && (
                <Button variant="quiet" size="md" block to={nextPath(null)}>
                  {words.notNow}
                </Button>
              )}
            </Dock>
          }
        >
          {fields}
        </Screen>
      )}
    </VehicleForm>
  )
}

function FormShapes() {
  return (
    <Loading>
      <div className="form-grid vehicle-form">
        <Skeleton height={112} radius={16} />
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={i} height={56} radius={12} />
        ))}
      </div>
    </Loading>
  )
}
