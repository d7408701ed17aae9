// Joins class names, leaving out what does not apply.
export const cx = (...list: (string | false | null | undefined)[]): string => list.filter(Boolean).join(' ')
