// The Hindi words of all features, in one file that is loaded where Hindi is chosen. The legal texts and the desk bring their own.
const files = import.meta.glob<object>(
  [
    './**/*words.hi.ts',
    '!./app/prerender/**',
    '!./driver/account/legal/**',
    '!./support/accessibility/**',
    '!./staff/**',
  ],
  { base: '../', eager: true, import: 'hi' },
)

export const hindi = Object.fromEntries(
  Object.entries(files).map(([file, words]) => [file.slice('./'.length, -'.hi.ts'.length), words]),
)
