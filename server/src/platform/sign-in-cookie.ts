// The cookie to which a sign-in of the web app is bound: no script reads it, so a token read from local storage alone is refused.
import type { FastifyRequest } from 'fastify'

const name = 'sign_in'
/** Browsers take this name only over TLS, for this host alone and no path. */
const hostName = `__Host-${name}`
const pattern = new RegExp(`(?:^|; *)(?:${hostName}|${name})=([\\w-]{43})(?=;|$)`, 'g')

/** What the browser sent under either name; a foreign one proves nothing, whatever its name. */
export const cookieSecretsOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string[] =>
  [...(headers.cookie ?? '').matchAll(pattern)].map(([, secret]) => secret!)

/** The header that sets the cookie; an empty secret ends it. Plain http is this machine alone, where not every browser takes `Secure`. */
export const signInCookie = (publicUrl: string) => {
  const isSecure = URL.parse(publicUrl)?.protocol === 'https:'
  return (secret: string, maxAgeSeconds: number): string =>
    [
      `${isSecure ? hostName : name}=${secret}`,
      'Path=/',
      `Max-Age=${maxAgeSeconds}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ')
}
