// The form of a zone's number, and of its name in addresses: apart from the limits, of which Home needs no other.

export const zoneDigits = /^\d{4,6}$/
/** As `zoneRef` writes it. */
export const zoneRefForm = /^(?:[a-z][a-z0-9-]{1,30}\/)?\d{4,6}$/

/** What a place may be called on its sign: a number of any length, or with letters, as A007. */
export const calledForm = /^[\p{L}\p{N}](?:[\p{L}\p{N} .-]{0,18}[\p{L}\p{N}])?$/u

export type ZoneName = { ZoneNumber: string; City?: string; CityName?: string | null }

/** A zone in addresses and keys of the app: `4526`, and `cambridge/4526` where ParkIt has several cities. */
export const zoneRef = ({ ZoneNumber, City, CityName }: ZoneName): string =>
  City && CityName ? `${City}/${ZoneNumber}` : ZoneNumber

/** The same as calls name it. */
export const readZoneRef = (ref: string): { ZoneNumber: string; City?: string } => {
  const [ZoneNumber = '', City] = ref.split('/').reverse()
  return { ZoneNumber, ...(City && { City }) }
}
