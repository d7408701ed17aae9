// Who ParkIt is to authenticators: the relying party's ID and the origins that its pages have, from PUBLIC_URL.

export type RelyingParty = { id: string; origins: string[] }

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)

/** No passkey can belong to an IP address: on this machine they belong to `localhost`. */
export const relyingPartyOf = (publicUrl: string): RelyingParty => {
  const { hostname, protocol, port, origin } = new URL(publicUrl)
  if (!isLoopback(hostname)) return { id: hostname, origins: [origin] }
  return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] }
}
