// The Spanish words of all features, in one file that is loaded where Spanish is chosen. The legal texts and the desk bring their own.
const files = import.meta.glob<object>(
  [
    './**/*words.es.ts',
    '!./app/prerender/**',
    '!./driver/account/legal/**',
    '!./support/accessibility/**',
    '!./staff/**',
  ],
  { base: '../', eager: true, import: 'es' },
)

export const spanish = Object.fromEntries(
  Object.entries(files).map(([file, words]) => [file.slice('./'.length, -'.es.ts'.length), words]),
)
