// A driver's language and theme, stored in IndexedDB by member, and the device's last choice.
import { get, set } from 'idb-keyval'
import { createStore } from './store.ts'

export type LanguageCode = 'en' | 'es' | 'hi'
export type Theme = 'light' | 'dark' | 'auto'
export type Settings = { language: LanguageCode; theme: Theme }

/** Nobody is signed in, or not yet known: the choice belongs to the device. */
const device = 'device'
/** A slow or refused IndexedDB must not hold back the first picture. */
const patienceMs = 300

/**
 * The first of the phone's languages that ParkIt speaks; the server chooses the first page likewise
 * (server/src/platform/language.ts).
 */
export const languageOf = (preferred: readonly string[]): LanguageCode =>
  (/(?:^|,)(en|es|hi)\b/i.exec(preferred.join())?.[1]?.toLowerCase() as LanguageCode | undefined) ?? 'en'

let owner = device
const settings = createStore<Settings>({ language: languageOf(navigator.languages ?? []), theme: 'auto' })

export const getSettings = settings.get
export const onSettings = settings.subscribe

const keyOf = (name: string) => `settings:${name}`

async function findStored(name: string): Promise<Settings | undefined> {
  const wait = new Promise<undefined>(resolve => setTimeout(resolve, patienceMs, undefined))
  const stored = await Promise.race([get<Settings>(keyOf(name)), wait]).catch(() => undefined)
  return /^(en|es|hi) (auto|light|dark)$/.test(`${stored?.language} ${stored?.theme}`) ? stored : undefined
}

function apply(next: Settings) {
  const { language, theme } = settings.get()
  if (next.language !== language || next.theme !== theme) settings.set(next)
}

/** Takes effect at once; a browser that refuses IndexedDB (a private window) keeps it for this visit only. */
export function changeSettings(change: Partial<Settings>): void {
  apply({ ...settings.get(), ...change })
  // The device remembers the last choice too, so that the landing after a logout stays in the same language.
  for (const name of new Set([owner, device])) Promise.try(set, keyOf(name), settings.get()).catch(() => undefined)
}

/** Before anything is drawn, where the last choice is known at once; `memberId` of who is signed in, or empty. */
export function beginWith(known: Settings, memberId: string): void {
  owner = memberId || device
  settings.set(known)
}

/** Before anything is drawn, where it is not: the device's choice, and over it that of the member who is signed in, if any. */
export async function restoreSettings(memberId: string): Promise<void> {
  owner = memberId || device
  const [ofDevice, ofMember] = await Promise.all([findStored(device), memberId ? findStored(memberId) : undefined])
  settings.set({ ...settings.get(), ...ofDevice, ...ofMember })
}

/** Follows the member who signed in; `null` after a logout. A member without a choice of his own keeps the present one. */
export async function followMember(memberId: string | null): Promise<void> {
  owner = memberId ?? device
  const member = owner
  const stored = await findStored(member)
  if (stored && member === owner) apply({ ...settings.get(), ...stored })
}
