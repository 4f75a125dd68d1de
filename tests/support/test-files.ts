import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
/** Reports, logs and pictures of the last run. */
export const RESULTS = join(ROOT, 'tests/.results')

/** Tests of the built program, or of its pages; all others run from source. */
const NEEDS_BUILD = /^tests\/(realtime|process|http|screens)\/|^tests\/db\/query-plans\./
const BUILT_FROM = ['islands', 'routes', 'server', 'static', 'package.json', 'bun.lock']
const BUILT = join(ROOT, 'dist/.vite/manifest.json')

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

/** Whether these files need dist/, and it is missing or older than what it is built from. */
export function needsBuild(files: string[]) {
  if (!files.some(file => NEEDS_BUILD.test(file))) return false
  if (!existsSync(BUILT)) return true
  const builtAt = modifiedAt(BUILT)
  const sources = BUILT_FROM.flatMap(path => [path, ...scan(`${path}/**`)])
  return sources.some(path => modifiedAt(join(ROOT, path)) > builtAt)
}

function scan(pattern: string) {
  return [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })]
}

function modifiedAt(path: string) {
  return statSync(path).mtimeMs
}
