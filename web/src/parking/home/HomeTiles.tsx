// The tiles of wallet and default vehicle; for a guest, the ways to register and sign in.
'use no memo'

import { moneyText } from '@parkit/contract/platform/money'
import { Plus } from 'lucide-react'
import { defaultVehicle, useVehicles } from '#driver/vehicles/vehicles.ts'
import { useBalance } from '#money/wallet/wallet.ts'
import { useBaseWords } from '#parking/sessions/sessions.ts'
import { Link, navigate } from '#platform/address.tsx'
import { dropGuest } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { GuestButton } from '#ui/GuestButton.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Plate } from '#ui/Plate.tsx'
import { Reload } from '#ui/Reload.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'

export const Tiles = () => (
  <div className="home__tiles">
    <WalletTile />
    <VehicleTile />
  </div>
)

function WalletTile() {
  const words = useBaseWords()
  const balance = useBalance()
  return (
    <Panel className="tile">
      <h2 className="t-sm t-2 tile__name">{words.wallet}</h2>
      {balance.isPending ? (
        <Loading>
          <Skeleton width={120} height={32} className="tile__wait" />
        </Loading>
      ) : balance.data === undefined ? (
        <Reload text={words.walletFailed} query={balance} />
      ) : (
        <Link
          to="/account"
          className="t-num-m tile__amount"
          aria-label={`${words.wallet} ${moneyText(balance.data.Balance)}`}
        >
          {moneyText(balance.data.Balance)}
        </Link>
      )}
      <Link to="/addmoney" className="link link--tap">
        <Plus size={18} />
        {words.addMoney}
      </Link>
    </Panel>
  )
}

function VehicleTile() {
  const words = useBaseWords()
  const vehicles = useVehicles()
  const vehicle = defaultVehicle(vehicles.data ?? [])
  return (
    <Panel className="tile">
      <h2 className="t-sm t-2 tile__name">{words.defaultVehicle}</h2>
      {vehicles.isPending ? (
        <Loading>
          <Skeleton height={68} radius={12} className="tile__wait" />
        </Loading>
      ) : vehicles.data === undefined ? (
        <Reload text={words.vehicleFailed} query={vehicles} />
      ) : vehicle ? (
        <Link to="/myvehicles" className="tile__plate">
          <Plate plate={vehicle.PlateNumber} state={vehicle.PlateState} size="md" />
        </Link>
      ) : (
        <Link to="/addvehicles?next=%2Fhomepage" className="link link--tap">
          <Plus size={18} />
          {words.addVehicle}
        </Link>
      )}
    </Panel>
  )
}

export function GuestPanel() {
  const words = useBaseWords()
  // with the guest flag set, /login would redirect back here (D-02)
  const leave = (to: string) => () => {
    dropGuest()
    navigate(to)
  }
  return (
    <Panel className="home__guest">
      <h2 className="t-h3">{words.guestTitle}</h2>
      <p className="t-2">{words.guestText}</p>
      <Button block to="/QuickParkRegister">
        {words.quickPark}
      </Button>
      <GuestButton block to="/register" guest={false} onGo={leave('/register')}>
        {words.createAccount}
      </GuestButton>
      <GuestButton block variant="quiet" to="/login" guest={false} onGo={leave('/login')}>
        {words.signIn}
      </GuestButton>
    </Panel>
  )
}
