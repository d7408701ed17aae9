// Where to go on after signing in: only ever a path of this app.

/** The path in an address (`?next=`), or Home. Another site, `//host` or `/\host` included, is refused. */
export function nextPath(wanted: string | null | undefined): string {
  const inside = wanted && /^\/(?![/\\])/.test(wanted) && !/\p{Cc}/u.test(wanted)
  return inside ? wanted : '/homepage'
}

/** `/login` with `?next=` for where the driver wants to be; without it for Home, which is next anyway. */
export function withNext(path: string, wanted: string | null | undefined): string {
  const next = nextPath(wanted)
  return next === '/homepage' ? path : `${path}?next=${encodeURIComponent(next)}`
}

/** Where signing in leads (D-95): on to what was wanted; without that a driver who has no vehicle adds one first. */
export function firstPath(wanted: string | null, hasVehicle: boolean): string {
  const next = nextPath(wanted)
  return next === '/homepage' && !hasVehicle ? '/addvehicles?next=%2Fhomepage' : next
}
