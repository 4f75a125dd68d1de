import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { LICENSES_FILE } from '../config/licenses.ts'
import {
  fetchTargetPackages,
  getOutfile,
  getOwnTarget,
  MINIFY,
  TARGETS,
  type Target,
} from './compile-targets.ts'
import {
  buildDebianPackage,
  getBuildVersion,
  getPackagingProblem,
  isPackagable,
} from './debian-package.ts'
import { findSignatureProblem } from './mac-signature.ts'

/**
 * `bun run compile [all | deb | target ...]`. `--as-built` uses dist/ without building it, and
 * `--release` gives the package the bare version.
 */
const ROOT = join(import.meta.dirname, '../..')
const OUT = join(ROOT, 'out')
const PACKAGE = 'deb'

// Bun embeds assets by their paths from the current folder.
process.chdir(ROOT)
const args = process.argv.slice(2)
const names = args.filter(arg => !arg.startsWith('--'))
const isRelease = args.includes('--release')
const wantsPackage = names.includes(PACKAGE)
const targets = parseTargets(names.map(name => (name === PACKAGE ? getOwnTarget() : name)))
if (wantsPackage) assertPackagable()
if (!args.includes('--as-built')) await import('./build.ts')
mkdirSync(OUT, { recursive: true })
for (const target of targets) console.log(await compile(target))
if (wantsPackage)
  for (const target of targets.filter(isPackagable)) console.log(makePackage(target))

function parseTargets(names: string[]): Target[] {
  if (names.length === 0) return [getOwnTarget()]
  if (names.includes('all')) return [...TARGETS]
  const unknown = names.filter(name => !TARGETS.some(target => target === name))
  if (unknown.length > 0) {
    console.error(
      `Unknown target: ${unknown.join(', ')}. Choose all, or some of ${[...TARGETS, PACKAGE].join(', ')}.`,
    )
    process.exit(1)
  }
  return TARGETS.filter(target => names.includes(target))
}

function assertPackagable() {
  const problem = getPackagingProblem()
  if (!problem) return
  console.error(problem)
  process.exit(1)
}

async function compile(target: Target) {
  const outfile = getOutfile(target)
  const { plugin, executablePath } = await fetchTargetPackages(target, join(OUT, '.parts', target))
  const config = {
    entrypoints: [join(ROOT, 'server/main.ts')],
    root: ROOT,
    target: 'bun',
    format: 'esm',
    minify: MINIFY,
    bytecode: true,
    // Splitting lets a start read only the code that it needs.
    splitting: true,
    define: {
      'process.env.NODE_ENV': '"production"',
      BUILT_FROM: JSON.stringify(getCommit()),
      BUILT_AT: JSON.stringify(new Date().toISOString()),
    },
    plugins: [plugin],
    compile: {
      target: `bun-${target}`,
      outfile,
      executablePath,
      assets: ['dist', 'static', 'db/migrations'],
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  }
  // Bun's types lack `assets` and the newest targets.
  await Bun.build(config as unknown as Bun.BuildConfig)
  if (target.startsWith('darwin')) assertSigned(outfile)
  return outfile
}

function assertSigned(file: string) {
  const problem = findSignatureProblem(readFileSync(file))
  if (!problem) return
  console.error(`macOS would not start ${file}: ${problem}.`)
  process.exit(1)
}

function makePackage(target: Target) {
  return buildDebianPackage({
    ...{ program: getOutfile(target), target, licenses: LICENSES_FILE, folder: OUT },
    version: isRelease ? version : getBuildVersion(version, new Date(), getCommit()),
  })
}

function getCommit() {
  const head = git('rev-parse', '--short', 'HEAD')
  return head && git('status', '--porcelain') ? `${head}+` : head
}

function git(...args: string[]) {
  const { success, stdout } = Bun.spawnSync(['git', ...args], { cwd: ROOT, stderr: 'ignore' })
  return success ? stdout.toString().trim() : ''
}
