// How a plate is written, and when two are the same.

/** As stored and shown: upper-case, one space at most between its parts. */
export const plateText = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toUpperCase()

/** What makes two plates the same one: the state's name, and letters and digits alone (D-92). */
export const plateKey = (state: string, plate: string): string =>
  `${state.toUpperCase()} ${plate.toUpperCase().replace(/[^A-Z0-9]/g, '')}`
