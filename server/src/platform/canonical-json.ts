// JSON that is the same in whichever order an object's fields were written, for comparing and hashing.

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, own]) => [name, sorted(own)]),
        )
      : value

export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value))
