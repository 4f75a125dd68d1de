type Family = { type: string; help: string; samples: Sample[] }
type Sample = { name: string; labels: Record<string, string>; value: number }

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy
const ESCAPED: Record<string, string> = { '\\n': '\n', '\\"': '"', '\\\\': '\\' }

/** Reads Prometheus' text format 0.0.4 as strictly as it is written down; throws where it is not kept. */
export function readExposition(text: string) {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const families = new Map<string, Family>()
  let current = ''
  for (const line of text.split('\n')) {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (word === 'HELP') {
      if (families.has(name)) throw new Error(`${name} comes twice`)
      families.set(name, { type: '', help: rest, samples: [] })
      current = name
    } else if (word === 'TYPE') {
      familyOf(name).type = rest
    } else if (line !== '') {
      familyOf(current).samples.push(sampleOf(line, current))
    }
  }
  for (const [name, family] of families) checkFamily(name, family)

  function familyOf(name: string) {
    const family = families.get(name)
    if (!family || name !== current) throw new Error(`${name} was not announced`)
    return family
  }

  const all = [...families.values()].flatMap(({ samples }) => samples)
  return {
    types: Object.fromEntries([...families].map(([name, { type }]) => [name, type])),
    /** The sum of all samples of that name which have these labels; undefined when there is none. */
    value(name: string, labels: Record<string, string> = {}) {
      const found = all.filter(sample => sample.name === name && has(sample.labels, labels))
      return found.length > 0 ? found.reduce((sum, { value }) => sum + value, 0) : undefined
    },
    /** Every value that a label has. */
    labelled(label: string) {
      return [...new Set(all.flatMap(({ labels }) => labels[label] ?? []))]
    },
  }
}

function sampleOf(line: string, family: string): Sample {
  const [, name = '', inside = '', number = ''] = SAMPLE.exec(line) ?? []
  if (!/^(_bucket|_sum|_count)?$/.test(name.slice(family.length)) || !name.startsWith(family)) {
    throw new Error(`this is no sample of ${family}: ${line}`)
  }
  const found = [...inside.matchAll(LABEL)]
  if (found.map(([all]) => all).join('') !== inside) throw new Error(`odd labels: ${line}`)
  const labels = found.map(([, label = '', value = '']) => [label, unescaped(value)])
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (Number.isNaN(value)) throw new Error(`this is no number: ${line}`)
  return { name, labels: Object.fromEntries(labels), value }
}

function unescaped(value: string) {
  return value.replace(/\\[n"\\]/g, code => ESCAPED[code] ?? '')
}

function checkFamily(name: string, { type, help, samples }: Family) {
  if (!['counter', 'gauge', 'histogram'].includes(type) || help === '') {
    throw new Error(`${name} says not what it is`)
  }
  if ((type === 'counter') !== name.endsWith('_total')) throw new Error(`${name} misses its ending`)
  const keys = samples.map(one => one.name + JSON.stringify(Object.entries(one.labels).sort()))
  if (new Set(keys).size !== keys.length) throw new Error(`${name} has a sample twice`)
  if (type === 'histogram') checkHistogram(name, samples)
}

/** Each bucket holds all smaller ones, and the last one everything. */
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
      throw new Error(`${name} is no histogram`)
    }
  }
}

function has(labels: Record<string, string>, wanted: Record<string, string>) {
  return Object.entries(wanted).every(([label, value]) => labels[label] === value)
}
