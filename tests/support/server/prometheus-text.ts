type Family = { type: string; help: string; samples: Sample[] }
type Sample = { name: string; labels: Record<string, string>; value: number }

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy
const ESCAPED: Record<string, string> = { '\\n': '\n', '\\"': '"', '\\\\': '\\' }

/** Parses Prometheus' text format 0.0.4 strictly; throws on any violation. */
export function parsePrometheusText(text: string) {
  if (!text.endsWith('\n')) throw new Error('the last line has no line break')
  const families = new Map<string, Family>()
  let current = ''
  for (const line of text.split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      if (families.has(name)) throw new Error(`duplicate family ${name}`)
      families.set(name, { type: '', help: rest, samples: [] })
      current = name
    } else if (keyword === 'TYPE') {
      familyOf(name).type = rest
    } else if (line !== '') {
      familyOf(current).samples.push(sampleOf(line, current))
    }
  }
  for (const [name, family] of families) checkFamily(name, family)

  function familyOf(name: string) {
    const family = families.get(name)
    if (!family || name !== current) throw new Error(`no HELP line for ${name}`)
    return family
  }

  const all = [...families.values()].flatMap(({ samples }) => samples)
  return {
    types: Object.fromEntries([...families].map(([name, { type }]) => [name, type])),
    /** The sum of all samples with this name and these labels; undefined if there is none. */
    value(name: string, labels: Record<string, string> = {}) {
      const found = all.filter(sample => sample.name === name && has(sample.labels, labels))
      return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined
    },
    labelled(label: string) {
      return [...new Set(all.flatMap(({ labels }) => labels[label] ?? []))]
    },
  }
}

function sampleOf(line: string, family: string): Sample {
  const [, name = '', inside = '', number = ''] = SAMPLE.exec(line) ?? []
  if (!/^(_bucket|_sum|_count)?$/.test(name.slice(family.length)) || !name.startsWith(family)) {
    throw new Error(`not a sample of ${family}: ${line}`)
  }
  const found = [...inside.matchAll(LABEL)]
  if (found.map(([all]) => all).join('') !== inside) throw new Error(`invalid labels: ${line}`)
  const labels = found.map(([, label = '', value = '']) => [label, unescaped(value)])
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (Number.isNaN(value)) throw new Error(`not a number: ${line}`)
  return { name, labels: Object.fromEntries(labels), value }
}

function unescaped(value: string) {
  return value.replace(/\\[n"\\]/g, code => ESCAPED[code] ?? '')
}

function checkFamily(name: string, { type, help, samples }: Family) {
  if (!['counter', 'gauge', 'histogram'].includes(type) || help === '') {
    throw new Error(`${name} has no valid TYPE or HELP`)
  }
  if ((type === 'counter') !== name.endsWith('_total'))
    throw new Error(`${name}: only counters end in _total`)
  const keys = samples.map(
    sample => sample.name + JSON.stringify(Object.entries(sample.labels).sort()),
  )
  if (new Set(keys).size !== keys.length) throw new Error(`${name} has a duplicate sample`)
  if (type === 'histogram') checkHistogram(name, samples)
}

/** Buckets are cumulative, and the last one counts everything. */
function checkHistogram(name: string, samples: Sample[]) {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  for (const parts of series.values()) {
    const buckets = parts.filter(part => part.name === `${name}_bucket`)
    const counts = buckets.map(({ value }) => value)
    const isRising = counts.every((count, n) => n === 0 || count >= (counts[n - 1] ?? 0))
    const total = parts.find(part => part.name === `${name}_count`)?.value
    const hasSum = parts.some(part => part.name === `${name}_sum`)
    const last = buckets.at(-1)
    if (!isRising || !hasSum || last?.labels.le !== '+Inf' || last.value !== total) {
      throw new Error(`${name} is not a valid histogram`)
    }
  }
}

function has(labels: Record<string, string>, expected: Record<string, string>) {
  return Object.entries(expected).every(([label, value]) => labels[label] === value)
}
