// What sources call places beside the number on their signs: `A007`, or 2498 of a zone that was split by its rates. Pure.
import { calledForm } from '@parkit/contract/platform/zone-number'

/** An import names the parts of a zone after its number and eight letters of their rules. */
const part = /^(.+)\/[0-9a-f]{8}$/
const fold = (text: string): string => text.trim().toLowerCase()

/** By position in the place index. */
export const createCalled = () => {
  const places = new Map<string, number[]>()
  const sides = new Map<number, string>()
  const names = new Map<number, string>()
  return {
    /** `ref`: as the source has it, where it is not the number on the sign. */
    add: (at: number, ref: string, side: string | null): void => {
      const name = part.exec(ref)?.[1] ?? ref
      if (!calledForm.test(name)) return
      places.getOrInsertComputed(fold(name), () => []).push(at)
      names.set(at, name)
      if (side !== null) sides.set(at, side)
    },
    find: (typed: string): readonly number[] => places.get(fold(typed)) ?? [],
    nameOf: (at: number): string | undefined => names.get(at),
    sideOf: (at: number): string | null => sides.get(at) ?? null,
  }
}
export type Called = ReturnType<typeof createCalled>
