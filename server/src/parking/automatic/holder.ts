// Whose account parks when a gate sees a plate that several accounts have.

export type Holder = { driver_id: string; vehicle_id: string; plate: string; is_default: boolean }

/** The only one that let gates start, or the only one of them whose default vehicle it is; where it is open, nobody pays. */
export const chooseHolder = (switchedOn: Holder[]): Holder | null => {
  const chosen = switchedOn.length > 1 ? switchedOn.filter(holder => holder.is_default) : switchedOn
  return chosen.length === 1 ? chosen[0]! : null
}
