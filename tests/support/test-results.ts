/**
 * What a runner of tests reports: how many passed, what failed, and why each of the others was
 * skipped.
 */
export type Results = { passed: number; failed: Failure[]; skipped: string[] }
/** The test with its file and line, and what its error says first. */
type Failure = { test: string; error: string }

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", '#10': '\n' }
const MAX_LINE = 300

/** Reads the JUnit report of `bun test` or Playwright; there is none if the runner did not start. */
export async function readReport(path: string) {
  const report = Bun.file(path)
  const xml = (await report.exists()) ? await report.text() : ''
  const results: Results = { passed: 0, failed: [], skipped: [] }
  for (const [, attributes = '', inner = ''] of xml.matchAll(
    /<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    const get = (key: string) => decode(new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1])
    const [, error] = /<(?:failure|error) [^>]*>([\s\S]*?)<\/(?:failure|error)>/.exec(inner) ?? []
    if (error !== undefined) {
      const place = get('file') ? `${get('file')}:${get('line')}` : get('classname')
      results.failed.push({ test: `${place} › ${get('name')}`, error: shorten(decode(error)) })
    } else if (inner.includes('<skipped')) {
      // As `unless.ts` writes it into the name of a test or of what is around it.
      const [, reason] = /\[skipped: (.*)\]/.exec(`${get('classname')} ${get('name')}`) ?? []
      results.skipped.push(reason ?? 'no reason given')
    } else results.passed++
  }
  return { ...results, hasFile: (file: string) => xml.includes(`<testsuite name="${file}"`) }
}

function decode(text = '') {
  return text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/&(#?\w+);/g, (entity, name) => ENTITIES[name] ?? entity)
    .replaceAll('&amp;', '&')
}

/** A whole page may be one line. */
function shorten(text: string) {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return lines
    .slice(0, 12)
    .map(line => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line))
    .join('\n')
}

export function getFirstError(log: string) {
  return /^error: .*/m.exec(log)?.[0] ?? log.trim().split('\n').slice(-20).join('\n')
}
