// Security headers: no foreign scripts or frames, no type guessing, no leaked addresses.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where pages may run scripts from, show frames of and ask, beside ParkIt itself. */
export type Foreign = { script: string[]; frame: string[]; connect: string[] }

/** No text becomes HTML or a script's address, except what web/src/platform/trusted-url.ts lets pass. */
const ownTypes = ["require-trusted-types-for 'script'", 'trusted-types parkit']

const pagePolicy = ({ script, frame, connect }: Foreign, styles: string[], trustedTypes: string[] = []) =>
  [
    // what is named below, and nothing else
    "default-src 'none'",
    `script-src ${["'self'", ...script].join(' ')}`,
    "script-src-attr 'none'",
    `frame-src ${frame.join(' ') || "'none'"}`,
    // what scripts set on an element counts as theirs; attributes in a page are nobody's
    `style-src ${["'self'", ...styles].join(' ')}`,
    // the provider may write its frames' size as attributes into the page
    ...(script.length > 0 ? ["style-src-attr 'unsafe-inline'"] : []),
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    ...trustedTypes,
  ].join(';')
/** An answer is read by a program: shown as a page, whatever is in it, it runs and loads nothing. */
const answerPolicy = "default-src 'none';frame-ancestors 'none';form-action 'none';base-uri 'none'"

/** On everything. */
const plainHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A worker loads by its own script's policy: the one that draws the map fetches tiles and letters. */
const drawingPolicy = `${answerPolicy};connect-src 'self';font-src 'self'`
const isDrawing = (url: string) => /^\/assets\/tile-worker-/.test(url)

/** What is no page needs no more: a first view is thirty files, and what a page is told beside is a kilobyte with each. */
const plain = { ...plainHeaders, 'content-security-policy': answerPolicy }

const headersFor = ({ script }: Foreign) => ({
  ...plainHeaders,
  // Google Pay opens a window of its own in some browsers, and answers the page that opened it
  ...(script.length > 0 && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  'origin-agent-cluster': '?1',
  // the position finds places, the camera reads signs and takes pictures for support,
  // the card provider's script may ask for a wallet's card
  'permissions-policy': [
    'geolocation=(self)',
    'camera=(self)',
    `payment=(${['self', ...script.map(host => `"${host}"`)].join(' ')})`,
    ...unused.map(feature => `${feature}=()`),
  ].join(', '),
})

const unused = ['accelerometer', 'display-capture', 'gyroscope', 'hid', 'microphone', 'midi', 'serial', 'usb']

/** The readable page about the calls: its library writes its own style. */
const isDocs = (url: string) => /^\/api\/docs\b/i.test(url)
/** Calls and their answers. */
const isAnswer = (url: string) => /^\/api\//i.test(url) && !isDocs(url)

/** The app's parts, letters, map tiles and icons. */
const isPart = (url: string) => /^\/((assets|tiles)\/|[^/?]+\.(png|svg|webmanifest)$)/.test(url)

/** Pages of their own where no card is ever typed. The driver's app is one page: its card form may open on any of its screens. */
const isCardless = (url: string) => /^\/(desk|api|sandbox)\b/i.test(url)

/** The page of a shared link and what it reads: known to whoever has the link, and to no search engine or other site. */
const isShared = (url: string) => /^\/(until|api\/parking\/until)\b/i.test(url)
const shared = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow, noarchive' }

const none: Foreign = { script: [], frame: [], connect: [] }

/**
 * Written once, for they are the same for every request: to build them anew each time cost a twentieth of a call.
 * `styles` are the hashes of those that stand in pages themselves.
 */
export const securityHeaders = (foreign: Foreign, styles: string[] = []) => {
  const headers = headersFor(none)
  const page = { ...headers, 'content-security-policy': pagePolicy(none, styles, ownTypes) }
  const sharedPage = { ...page, ...shared }
  const docs = { ...headers, 'content-security-policy': pagePolicy(none, ["'unsafe-inline'"]) }
  // the provider's script loads scripts of its own: under Trusted Types it could not
  const cardPage = {
    ...headersFor(foreign),
    'content-security-policy': pagePolicy(foreign, styles, foreign.script.length > 0 ? [] : ownTypes),
  }
  // what an answer tells is for its caller and for now: nothing between keeps it, nor the browser; a call may say otherwise
  const answer = { ...plain, 'cache-control': 'no-store' }
  const drawing = { ...plain, 'content-security-policy': drawingPolicy }
  const headersAt = (url: string) => {
    if (isAnswer(url)) return isShared(url) ? { ...answer, ...shared } : answer
    if (isDrawing(url)) return drawing
    if (isPart(url)) return plain
    if (isDocs(url)) return docs
    if (isShared(url)) return sharedPage
    return isCardless(url) ? page : cardPage
  }
  return ({ url }: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headersAt(url))
  }
}
