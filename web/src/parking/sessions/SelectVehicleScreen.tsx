// Which vehicle to park. With a place in the address, the start sheet opens at once for the default vehicle.
import './select-vehicle.css'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { useEffect, useState } from 'react'
import { isSamePlate } from '#driver/account/account.ts'
import { defaultVehicle, useVehicles, vehicleName } from '#driver/vehicles/vehicles.ts'
import { cameFrom, goBack, Navigate, navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { useNow } from '#platform/clock.ts'
import { useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { Section } from '#ui/Panel.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { List, Tag } from '#ui/Row.tsx'
import { Dock, Screen, TopBar } from '#ui/Screen.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { VehicleBay } from '#ui/VehicleBay.tsx'
import { StartSheet } from './StartSheet.tsx'
import { useActive } from './session-queries.ts'
import { runningAt } from './session-text.ts'
import { useParkingWords } from './words.ts'
import { ZoneEntry } from './ZoneEntry.tsx'

const formPaths = /^\/(login|otp|register|forgot|QuickParkRegister|addvehicles|stripepage|SelectVehicle)\b/i

const minutesOf = (text: string | null) => (text && /^\d{1,5}$/.test(text) ? Number(text) : undefined)

export default function SelectVehicleScreen() {
  const words = useParkingWords()
  const { pathname, search } = useLocation()
  const signedIn = useSession().isSignedIn()
  const [params, setParams] = useSearchParams()
  const vehicles = useVehicles()
  const zone = params.get('zone') ?? ''
  const [open, setOpen] = useState(zone !== '')
  useEffect(() => {
    if (zone) setOpen(true)
  }, [zone])
  const here = encodeURIComponent(pathname + search)
  // paying needs an account: the guest registers with phone and plate, then returns here (D-52)
  if (!signedIn) return <Navigate to={`/QuickParkRegister?next=${here}`} />
  const list = vehicles.data ?? []
  if (vehicles.data && !vehicles.isFetching && list.length === 0) return <Navigate to={`/addvehicles?next=${here}`} />

  const chosen =
    list.find(vehicle => vehicle.VehicleID === params.get('vehicle')) ??
    list.find(vehicle => isSamePlate(vehicle.PlateNumber, params.get('plate') ?? '')) ??
    defaultVehicle(list)
  const choose = (vehicle: Vehicle) => {
    setParams(
      before => {
        before.set('vehicle', vehicle.VehicleID)
        return before
      },
      { replace: true },
    )
    setOpen(zone !== '')
  }
  return (
    <Screen
      title={words.selectVehicle}
      width="form"
      top={<TopBar title={words.selectVehicle} back={true} />}
      dock={
        <Dock>
          <Button block to={`/addvehicles?next=${here}`}>
            {words.addVehicleButton}
          </Button>
        </Dock>
      }
    >
      {vehicles.isPending ? (
        <Loading>
          <div className="vehicles">
            <Skeleton height={104} radius={16} />
            <Skeleton height={104} radius={16} />
          </div>
        </Loading>
      ) : vehicles.data === undefined ? (
        <ReadFailed title={words.vehiclesFailed} query={vehicles} />
      ) : (
        <>
          <VehicleList vehicles={list} chosen={chosen} onChoose={choose} />
          {!zone && (
            <Section title={words.whereParked}>
              <ZoneEntry look="paper" vehicleId={chosen?.VehicleID} />
            </Section>
          )}
        </>
      )}
      {zone && chosen && (
        <StartSheet
          key={zone}
          open={open}
          zoneNumber={zone}
          vehicle={chosen}
          startMinutes={minutesOf(params.get('minutes'))}
          isOnlyVehicle={list.length === 1}
          onVehicle={choose}
          onZone={chosen =>
            setParams(
              before => {
                before.set('zone', chosen)
                return before
              },
              { replace: true },
            )
          }
          onChangeVehicle={() => (list.length === 1 ? navigate(`/addvehicles?next=${here}`) : setOpen(false))}
          onClose={() => {
            setOpen(false)
            // where it was opened, which is not a form on the way here
            if (cameFrom() && !formPaths.test(cameFrom()!)) goBack('/homepage')
            else navigate(`/parkdetails?zone=${zone}`, { replace: true })
          }}
        />
      )}
    </Screen>
  )
}

type ListProps = { vehicles: Vehicle[]; chosen: Vehicle | undefined; onChoose: (vehicle: Vehicle) => void }

function VehicleList({ vehicles, chosen, onChoose }: ListProps) {
  const words = useParkingWords()
  const nowMs = useNow()
  const parked = new Set(runningAt(useActive().data ?? [], nowMs).map(session => session.Vehicle.VehicleID))
  return (
    <List label={words.selectVehicle} className="vehicles">
      {vehicles.map((vehicle, i) => (
        <button
          key={vehicle.VehicleID}
          type="button"
          className="vehicle"
          aria-pressed={vehicle === chosen}
          onClick={() => onChoose(vehicle)}
        >
          <span className="vehicle__line">
            <span className="grow">
              <span className="t-strong">{words.vehicleNumber(i + 1)}</span>{' '}
              <span className="t-sm t-2">{vehicleName(vehicle)}</span>
            </span>
            {parked.has(vehicle.VehicleID) ? (
              <Tag tone="warn">{words.parkedNow}</Tag>
            ) : (
              vehicle.IsDefault && <Tag>{words.defaultVehicle}</Tag>
            )}
          </span>
          <VehicleBay plate={vehicle.PlateNumber} state={vehicle.PlateState} />
        </button>
      ))}
    </List>
  )
}
