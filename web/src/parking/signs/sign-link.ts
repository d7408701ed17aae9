// What a scanned code says: the link of a sign of this ParkIt, or why it is none. Pure: nothing here opens an address.

export type SignLink = { city: string; zone: string; s: string }

/** `host`: the code leads to that site. `unsigned`: to this one, without a sign's signature. `notLink`: it is no web link. */
export type Code = { link: SignLink } | { problem: 'foreign'; host: string } | { problem: 'unsigned' | 'notLink' }

const signPath = /^\/z\/([a-z][a-z0-9-]{1,30})\/(\d{4,6})\/?$/

const urlOf = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** `origin`: that of this page. Everything else is foreign, also the same name under another scheme or port. */
export function readCode(text: string, origin: string): Code {
  const url = urlOf(text)
  if (!url || !/^https?:$/.test(url.protocol)) return { problem: 'notLink' }
  if (url.origin !== origin) return { problem: 'foreign', host: url.host }
  const [, city, zone] = signPath.exec(url.pathname) ?? []
  const s = url.searchParams.get('s')
  return city && zone && s ? { link: { city, zone, s } } : { problem: 'unsigned' }
}

/** The page of a sign: with its signature, or typed, with its city or without. `zone`: as `zoneRef` writes it. */
export function readAddress(pathname: string, search: string): { zone: string; link: SignLink | null } | null {
  const [, zone] = /^\/z\/((?:[a-z][a-z0-9-]{1,30}\/)?\d{4,6})\/?$/.exec(pathname) ?? []
  if (zone && !new URLSearchParams(search).has('s')) return { zone, link: null }
  const code = readCode(`https://parkit.example${pathname}${search}`, 'https://parkit.example')
  return 'link' in code ? { zone: `${code.link.city}/${code.link.zone}`, link: code.link } : null
}
