// Joins class names, leaving out what does not apply.
export const names = (...list: (string | false | null | undefined)[]): string => list.filter(Boolean).join(' ')
