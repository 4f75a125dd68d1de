type Sample = { name: string; labels: Record<string, string>; value: number }

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** Reads Prometheus' text format 0.0.4; throws on a line that is neither a sample nor a comment. */
export function parsePrometheusText(text: string) {
  const lines = text.split('\n').filter(line => line !== '')
  const samples = lines.filter(line => !line.startsWith('#')).map(parseSample)
  const types = lines.flatMap(line => {
    const [, name, type] = /^# TYPE (\S+) (.*)$/.exec(line) ?? []
    return name ? [[name, type]] : []
  })
  return {
    types: Object.fromEntries(types),
    /** The sum of all samples with this name and these labels; undefined if there is none. */
    value(name: string, labels: Record<string, string> = {}) {
      const found = samples.filter(sample => sample.name === name && has(sample.labels, labels))
      return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined
    },
    labelled(label: string) {
      return [...new Set(samples.flatMap(({ labels }) => labels[label] ?? []))]
    },
  }
}

function parseSample(line: string): Sample {
  const [, name, inside = '', number] = SAMPLE.exec(line) ?? []
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (name === undefined || Number.isNaN(value)) throw new Error(`not a sample: ${line}`)
  const labels = [...inside.matchAll(LABEL)].map(([, label, text = '']) => [
    label,
    text.replace(/\\(.)/g, (_, code) => (code === 'n' ? '\n' : code)),
  ])
  return { name, labels: Object.fromEntries(labels), value }
}

function has(labels: Record<string, string>, expected: Record<string, string>) {
  return Object.entries(expected).every(([label, value]) => labels[label] === value)
}
