const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/

/** Reads Prometheus' text format 0.0.4; throws on a line that is neither a sample nor a comment. */
export function parsePrometheusText(text: string) {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  const samples = lines.map(line => {
    const [, name, labels = '', number] = SAMPLE.exec(line) ?? []
    const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
    if (name === undefined || Number.isNaN(value)) throw new Error(`not a sample: ${line}`)
    return { name, labels: `,${labels}`, value }
  })
  const types = text.matchAll(/^# TYPE (\S+) (.*)$/gm)
  return {
    types: Object.fromEntries(types.map(([, name, type]) => [name, type])),
    /** The sum of all samples with this name and these labels; undefined if there is none. */
    value(name: string, labels: Record<string, string> = {}) {
      // JSON escapes as this format does.
      const pairs = Object.entries(labels).map(([key, text]) => `,${key}=${JSON.stringify(text)}`)
      const found = samples.filter(
        sample => sample.name === name && pairs.every(pair => sample.labels.includes(pair)),
      )
      return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined
    },
    labelled(label: string) {
      const values = samples.map(({ labels }) => new RegExp(`,${label}="(.*?)"`).exec(labels)?.[1])
      return [...new Set(values.filter(value => value !== undefined))]
    },
  }
}
