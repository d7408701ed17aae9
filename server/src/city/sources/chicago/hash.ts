// A number from a text: invented data that is the same on every run.

/** A number of 32 bits, the same for the same text (FNV-1a). */
export const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
