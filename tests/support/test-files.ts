import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
/** Reports, logs and pictures of the last run. */
export const RESULTS = join(ROOT, 'tests/.results')

/** Tests of the built program, or of its pages; all others run from source. */
const NEEDS_BUILD = /^tests\/(realtime|process|http|screens)\/|^tests\/db\/query-plans\./

/** The test files whose path contains one of the words; all without words. */
export function findTestFiles(words: string[]) {
  const isNamed = (path: string) => words.length === 0 || words.some(word => path.includes(word))
  const find = (pattern: string) => inOrder(scan(pattern).filter(isNamed))
  return { unit: find('tests/**/*.test.{ts,tsx}'), screens: find('tests/screens/**/*.screen.ts') }
}

/** By name, or in the random order that TEST_SEED stands for. */
function inOrder(files: string[]) {
  const { TEST_SEED } = process.env
  const keyOf = (file: string) => (TEST_SEED ? Bun.hash(file + TEST_SEED).toString(36) : file)
  return files.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

export function needsBuild(files: string[]) {
  return files.some(file => NEEDS_BUILD.test(file))
}

function scan(pattern: string) {
  return [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })]
}
