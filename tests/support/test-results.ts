/** What a runner of tests reports: how many passed, and each that failed, with its file. */
export type Results = { passed: number; failed: string[] }

type Suite = { suites?: Suite[]; specs?: Spec[] }
type Spec = { ok: boolean; file: string; line: number; title: string }
type ScreenReport = Suite & { errors: { message?: string }[] }

/** Reads the JUnit report of `bun test`. A file that could not be loaded is missing there. */
export async function readUnitResults(path: string, files: string[]): Promise<Results> {
  const xml = await textOf(path)
  const cases = [...xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)]
  const failed = cases.filter(([, , inner = '']) => inner.includes('<failure'))
  const skipped = cases.filter(([, , inner = '']) => inner.includes('<skipped'))
  const reported = new Set(
    [...xml.matchAll(/<testsuite [^>]*?\bfile="([^"]*)"/g)].map(([, file]) => file),
  )
  const missing = files.filter(file => !reported.has(file))
  return {
    passed: cases.length - failed.length - skipped.length,
    failed: [
      ...failed.map(([, attributes = '']) => nameOf(attributes)),
      ...missing.map(file => `${file} › did not run`),
    ],
  }
}

function nameOf(attributes: string) {
  const read = (name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1])
  return `${read('file')}:${read('line')} › ${read('name')}`
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function unescaped(text = '') {
  return text.replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity)
}

/** Reads the JSON report of Playwright. */
export async function readScreenResults(path: string): Promise<Results> {
  const text = await textOf(path)
  if (!text) return { passed: 0, failed: ['screens › no report'] }
  // Playwright's own reporter wrote it, in this run.
  const report = JSON.parse(text) as ScreenReport
  const specs = specsIn(report)
  const failed = specs.filter(({ ok }) => !ok)
  return {
    passed: specs.length - failed.length,
    failed: [
      ...failed.map(({ file, line, title }) => `tests/screens/${file}:${line} › ${title}`),
      ...report.errors.map(({ message = '' }) => `screens › ${message.split('\n')[0]}`),
    ],
  }
}

function specsIn({ suites = [], specs = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsIn)]
}

async function textOf(path: string) {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : ''
}
