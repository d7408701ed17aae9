// The usual patterns of a state's passenger plates, by which a mistyped one stands out. Vanity and special plates follow none.

/**
 * L is a letter, D a digit. Written by hand after the states' own plates of the last twenty years, as Wikipedia lists them in
 * “United States license plate designs and serial formats”. Left out are states whose plates name a county or a month, or follow many
 * patterns at once (such as Florida or Massachusetts): there a plate is never doubted.
 */
export const platePatterns: Readonly<Record<string, readonly string[]>> = {
  Alaska: ['LLLDDD'],
  Arizona: ['LLLDDDD', 'LLLDLDL'],
  Arkansas: ['LLLDDL', 'DDDLLL'],
  California: ['DLLLDDD', 'DDDLLLD'],
  Colorado: ['LLLLDD', 'LLLDDD', 'DDDLLL'],
  Connecticut: ['LLDDDDD', 'DLLLLD', 'DDDLLL'],
  'District of Columbia': ['LLDDDD'],
  Georgia: ['LLLDDDD'],
  Hawaii: ['LLLDDD'],
  Illinois: ['LLDDDDD', 'LDDDDDD', 'DDDDDDD'],
  Indiana: ['DDDLLL', 'DDDLL', 'DDDL'],
  Iowa: ['LLLDDD'],
  Kentucky: ['LLLDDD', 'DDDLLL'],
  Louisiana: ['DDDLLL', 'LLLDDD'],
  Maryland: ['DLLDDDD', 'LLLDDD', 'DLLLDD'],
  Michigan: ['LLLDDDD', 'DLLLDD'],
  Minnesota: ['LLLDDD', 'DDDLLL'],
  Mississippi: ['LLLDDDD', 'LLLDDD'],
  Missouri: ['LLDLDL'],
  Nevada: ['DDDLDD', 'DDLDDD', 'DDDLLL'],
  'New Hampshire': ['DDDDDDD', 'DDDDDD'],
  'New Jersey': ['LDDLLL', 'LLLDDL'],
  'New York': ['LLLDDDD'],
  'North Carolina': ['LLLDDDD'],
  'North Dakota': ['DDDLLL', 'LLLDDD'],
  Ohio: ['LLLDDDD'],
  Oregon: ['DDDLLL', 'LLLDDD'],
  Pennsylvania: ['LLLDDDD'],
  Tennessee: ['LLLDDDD', 'LDDDDL'],
  Texas: ['LLLDDDD', 'LLDLDDD'],
  Vermont: ['LLLDDD'],
  Virginia: ['LLLDDDD'],
  Washington: ['LLLDDDD', 'DDDLLL'],
  Wisconsin: ['LLLDDDD', 'DDDLLL'],
}

/** The kinds of characters in a row, and how many: `LLDDDDD` is 2 letters, then 5 numbers. */
export const patternRuns = (pattern: string): { kind: 'L' | 'D'; count: number }[] =>
  [...pattern.matchAll(/L+|D+/g)].map(([run]) => ({ kind: run[0] as 'L' | 'D', count: run.length }))
