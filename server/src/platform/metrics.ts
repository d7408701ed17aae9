// Counters, gauges and histograms in Prometheus' text format; labels are of few values and name nobody.

export type Labels = Record<string, string>
type Sample = { suffix?: string; labels: Labels; value: number }
type Family = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; samples: () => Sample[] }

const escaped = (text: string) => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')

const numberText = (value: number) => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value))

const line = (name: string, { suffix = '', labels, value }: Sample) => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}`
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** A set of metrics of this process. `*_total` names a counter; units end a name: seconds, bytes. */
export const createMetrics = () => {
  const families: Family[] = []
  const keep = (family: Family) => {
    if (families.some(({ name }) => name === family.name)) throw new Error(`Two metrics are named ${family.name}`)
    families.push(family)
  }
  /** One value for each set of labels. */
  const byLabels = <Value>(none: () => Value) => {
    const kept = new Map<string, { labels: Labels; value: Value }>()
    const at = (labels: Labels) => {
      const key = JSON.stringify(labels)
      const found = kept.get(key) ?? { labels, value: none() }
      kept.set(key, found)
      return found
    }
    return { at, all: () => [...kept.values()] }
  }

  return {
    /** `read` is asked at each reading. */
    gauge: (name: string, help: string, read: () => number | [Labels, number][], type: 'gauge' | 'counter' = 'gauge') =>
      keep({
        name,
        help,
        type,
        samples: () => {
          const found = read()
          return typeof found === 'number'
            ? [{ labels: {}, value: found }]
            : found.map(([labels, value]) => ({ labels, value }))
        },
      }),

    /** `bounds` rise; what is above the last is counted too. */
    histogram: (name: string, help: string, bounds: readonly number[]) => {
      const values = byLabels(() => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }))
      const samples = () =>
        values.all().flatMap(({ labels, value: { counts, count, sum } }) => [
          ...[...bounds.entries(), [-1, Number.POSITIVE_INFINITY] as const].map(([i, bound]) => ({
            suffix: '_bucket',
            labels: { ...labels, le: numberText(bound) },
            value: counts[i] ?? count,
          })),
          { suffix: '_sum', labels, value: sum },
          { suffix: '_count', labels, value: count },
        ])
      keep({ name, help, type: 'histogram', samples })
      return (labels: Labels, value: number): void => {
        const { value: kept } = values.at(labels)
        kept.count++
        kept.sum += value
        for (const [i, bound] of bounds.entries()) if (value <= bound) kept.counts[i]!++
      }
    },

    text: (): string =>
      families
        .map(({ name, help, type, samples }) =>
          [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples().map(sample => line(name, sample))].join(
            '\n',
          ),
        )
        .join('\n')
        .concat('\n'),
  }
}
