// Addresses of our own scripts, as browsers with Trusted Types take them: the pages' policy refuses plain texts.

/** Throws for a script of another origin. */
const requireOwn = (url: string): string => {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`Not a script of ParkIt: ${url}`)
  return url
}

type Policy = { createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }

/** Named in server/src/platform/security-headers.ts, which allows no other. */
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('parkit', {
  createScriptURL: requireOwn,
})

export const trustedUrl = (url: string): string => policy?.createScriptURL(url) ?? requireOwn(url)
