/**
 * What a runner of tests reports: how many passed, what failed, and why each of the others was
 * skipped.
 */
export type Results = { passed: number; failed: Failure[]; skipped: string[] }
/** The test with its file and line, and what its error says first. */
export type Failure = { test: string; error: string }

type Suite = { suites?: Suite[]; specs?: Spec[] }
type Spec = { ok: boolean; file: string; line: number; title: string; tests: SpecRun[] }
type SpecRun = { status: string; results: { errors: { message?: string }[] }[] }
type ScreenReport = Suite & { errors: { message?: string }[] }

/** Reads the JUnit report of `bun test`. A file that could not be loaded is missing there. */
export async function readUnitResults(path: string, files: string[], log: string) {
  const xml = await textOf(path)
  const results: Results = { passed: 0, failed: [], skipped: [] }
  for (const [, attributes = '', inner = ''] of xml.matchAll(
    /<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    if (inner.includes('<failure')) results.failed.push(readFailure(attributes, inner))
    else if (inner.includes('<skipped')) results.skipped.push(readProblem(attributes))
    else results.passed++
  }
  const suites = [...xml.matchAll(/<testsuite [^>]*?\bfile="([^"]*)"/g)]
  const reported = new Set(suites.map(([, file]) => file))
  for (const file of files.filter(file => !reported.has(file))) {
    const own = log.split(`\n${file}:\n`).slice(1).join('\n')
    results.failed.push({ test: `${file} › did not run`, error: getFirstError(own) })
  }
  return results
}

function readFailure(attributes: string, inner: string): Failure {
  const [file, line, name] = ['file', 'line', 'name'].map(key => readAttribute(key, attributes))
  const place = line ? `${file}:${line}` : file
  return { test: `${place} › ${name}`, error: shorten(readAttribute('message', inner)) }
}

/** As `unless.ts` writes it into the name of a test or of what is around it. */
function readProblem(attributes: string) {
  const names = ['name', 'classname'].map(key => readAttribute(key, attributes))
  return names.map(name => /\[skipped: (.*)\]/.exec(name)?.[1]).find(Boolean) ?? 'no reason given'
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function readAttribute(key: string, attributes: string) {
  const value = new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  return value
    .replaceAll('&#10;', '\n')
    .replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity)
}

export async function readScreenResults(path: string, problem: string | null): Promise<Results> {
  const text = await textOf(path)
  if (!text) return { passed: 0, failed: [], skipped: [] }
  // Playwright's own reporter wrote it, in this run.
  const report = JSON.parse(text) as ScreenReport
  const specs = specsIn(report)
  const failed = specs.filter(({ ok }) => !ok)
  const skipped = specs.filter(({ tests }) => tests.every(({ status }) => status === 'skipped'))
  const errors = report.errors.map(({ message = '' }) => ({ test: 'screens', error: message }))
  return {
    passed: specs.length - failed.length - skipped.length,
    failed: [...failed.map(toFailure), ...errors],
    skipped: skipped.map(() => problem ?? 'no reason given'),
  }
}

function specsIn({ suites = [], specs = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsIn)]
}

function toFailure({ file, line, title, tests }: Spec): Failure {
  const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
  const error = shorten(Bun.stripANSI(errors[0]?.message ?? ''))
  return { test: `tests/screens/${file}:${line} › ${title}`, error }
}

const MAX_LINE = 300

/** The first line, and of a comparison what was expected and received. */
function shorten(message: string) {
  const lines = message.split('\n')
  const telling = lines.filter((line, n) => n === 0 || /^(Expected|Received|[-+] +\S)/.test(line))
  // A whole page may be one line.
  return telling
    .slice(0, 5)
    .map(line => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line))
    .join('\n')
}

export function getFirstError(log: string) {
  return /^error: .*/m.exec(log)?.[0] ?? log.trim().split('\n').slice(-20).join('\n')
}

/** Read from a log that is still being written: Bun counts no files, Playwright counts tests. */
export function readProgress(log: string) {
  const files = new Set(log.match(/^tests\/.*\.test\.tsx?(?=:$)/gm))
  const [, done, total] = [...log.matchAll(/^\[(\d+)\/(\d+)\]/gm)].at(-1) ?? []
  const failed = log.match(/^\(fail\)|^ {2}\d+\) \[/gm)?.length ?? 0
  return done ? { done: Number(done), total: Number(total), failed } : { done: files.size, failed }
}

async function textOf(path: string) {
  const file = Bun.file(path)
  return (await file.exists()) ? file.text() : ''
}
