// Where a sign-in comes from: browser and operating system, roughly, from the User-Agent, and the cookie to bind it to.
import type { FastifyRequest } from 'fastify'
import { cookieSecretsOf } from '#platform/sign-in-cookie.ts'

export type Device = { browser: string | null; system: string | null }

// the first that fits: most browsers also name the one they descend from
const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\b(iPhone|iPod)\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac(intosh| OS)\b/],
  ['Linux', /\bLinux\b/],
]
const firstOf = (names: typeof browsers, userAgent: string) =>
  names.find(([, sign]) => sign.test(userAgent))?.[0] ?? null

/** Both null for a client that is no browser. */
export const deviceOf = (userAgent = ''): Device => ({
  browser: firstOf(browsers, userAgent),
  system: firstOf(systems, userAgent),
})

/** `cookies`: none for a client that keeps the token alone; else the secrets that its browser holds already. */
export type SignInClient = Device & { cookies: string[] | null }

/** The web app asks for a cookie; other clients go on with the token alone. */
export const clientOf = (request: Pick<FastifyRequest, 'headers'>): SignInClient => ({
  ...deviceOf(request.headers['user-agent']),
  cookies: request.headers['x-sign-in'] === 'cookie' ? cookieSecretsOf(request) : null,
})

/** What a new passkey is called until its driver names it. */
export const deviceNameOf = (userAgent?: string): string => {
  const { browser, system } = deviceOf(userAgent)
  return [system, browser].filter(Boolean).join(', ') || 'ParkIt'
}
