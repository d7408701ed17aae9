// A bar that says how far a command is, on a terminal; nothing elsewhere.

const width = 30

/** `step`: what is done now, in few words. */
type Show = (step: string, done: number, of: number) => void

export const progressBar = (out: NodeJS.WriteStream = process.stderr): { show: Show; end: () => void } => {
  const isTerminal = out.isTTY === true
  return {
    show: (step, done, of) => {
      const share = of === 0 ? 1 : done / of
      const full = Math.round(share * width)
      if (isTerminal)
        out.write(`\r${step.padEnd(12)} ${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.floor(share * 100)} %`)
    },
    end: () => {
      if (isTerminal) out.write('\r\u001b[K')
    },
  }
}
