// What a driver chose for this device and for himself: language and theme, kept in IndexedDB by member.
import { get, set } from 'idb-keyval'

export type LanguageCode = 'en' | 'hi'
export type Theme = 'light' | 'dark' | 'auto'
export type Settings = { language: LanguageCode; theme: Theme }

/** Nobody is signed in, or not yet known: the choice belongs to the device. */
const device = 'device'
/** A slow or refused IndexedDB must not hold back the first picture. */
const patienceMs = 300

let owner = device
let settings: Settings = { language: 'en', theme: 'auto' }
const listeners = new Set<() => void>()

export const getSettings = (): Settings => settings

export function onSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const keyOf = (name: string) => `settings:${name}`

async function findKept(name: string): Promise<Settings | undefined> {
  const wait = new Promise<undefined>(resolve => setTimeout(resolve, patienceMs, undefined))
  return Promise.race([get<Settings>(keyOf(name)), wait]).catch(() => undefined)
}

function apply(next: Settings) {
  // what is so already draws nothing anew
  if (next.language === settings.language && next.theme === settings.theme) return
  settings = next
  for (const listener of listeners) listener()
}

/** Takes effect at once; a browser that refuses IndexedDB (a private window) keeps it for this visit only. */
export function changeSettings(change: Partial<Settings>): void {
  apply({ ...settings, ...change })
  // The device remembers the last choice too, so that the landing after a logout stays in the same language.
  for (const name of new Set([owner, device])) Promise.try(set, keyOf(name), settings).catch(() => undefined)
}

/** Before anything is drawn, where the last choice is known at once; `memberId` of who is signed in, or empty. */
export function beginWith(known: Settings, memberId: string): void {
  owner = memberId || device
  settings = known
}

/** Before anything is drawn, where it is not: the device's choice, and over it that of the member who is signed in, if any. */
export async function restoreSettings(memberId: string): Promise<void> {
  owner = memberId || device
  const [ofDevice, ofMember] = await Promise.all([findKept(device), memberId ? findKept(memberId) : undefined])
  settings = { ...settings, ...ofDevice, ...ofMember }
}

/** Follows the member who signed in; `null` after a logout. A member without a choice of his own keeps the present one. */
export async function followMember(memberId: string | null): Promise<void> {
  owner = memberId ?? device
  const asked = owner
  const kept = await findKept(asked)
  if (kept && asked === owner) apply({ ...settings, ...kept })
}
