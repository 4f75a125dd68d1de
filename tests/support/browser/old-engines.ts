import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { launchOldBrowser } from './old-browser.ts'

/** Chromium builds from the years of the TVs; each package holds bin/chromium*.br. */
const PACKAGES = {
  64: { name: 'chrome-aws-lambda', version: '64.0.3264' },
  68: { name: 'chrome-aws-lambda', version: '1.4.0' },
  79: { name: 'chrome-aws-lambda', version: '2.0.0' },
  88: { name: 'chrome-aws-lambda', version: '5.5.0' },
  108: { name: '@sparticuz/chromium', version: '108.0.3' },
} as const

type Engine = keyof typeof PACKAGES
export const ENGINES: readonly Engine[] = [64, 68, 79, 88, 108]

const CACHE =
  process.env.OLD_ENGINES_DIR ??
  join(import.meta.dirname, '../../../node_modules/.cache/old-engines')
const COMES_WITHIN_MS = 60_000

const getEnginePath = (engine: Engine) => join(CACHE, `chromium-${engine}`)

export function findCachedEngine(engine: Engine): string | null {
  return existsSync(getEnginePath(engine)) ? getEnginePath(engine) : null
}

/**
 * The path of an old Chromium that starts, fetched at first use. Throws the reason if there is
 * none.
 */
export async function getEngine(engine: Engine): Promise<string> {
  try {
    if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('Linux x64 only')
    const path = findCachedEngine(engine) ?? (await fetchEngine(engine))
    await (await launchOldBrowser(path)).close()
    return path
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`Chromium ${engine}: ${reason}`, { cause })
  }
}

/** Installs outside the project, from the registry that this machine is set to. */
async function fetchEngine(engine: Engine) {
  const { name, version } = PACKAGES[engine]
  const folder = mkdtempSync(join(tmpdir(), 'old-engine-'))
  try {
    await writeFile(join(folder, 'package.json'), '{}')
    await install(`${name}@${version}`, folder)
    await unpack(join(folder, 'node_modules', name, 'bin'), getEnginePath(engine))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return getEnginePath(engine)
}

async function install(packageSpec: string, cwd: string) {
  console.log(`Fetching ${packageSpec} from the package registry.`)
  const args = ['add', '--ignore-scripts', '--omit=peer', '--omit=optional', packageSpec]
  const child = Bun.spawn([process.execPath, ...args], {
    cwd,
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: COMES_WITHIN_MS,
  })
  const stderr = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(/error: (.*)/.exec(stderr)?.[1] ?? 'timed out')
}

/** Written under a temporary name, because another process may look for it. */
async function unpack(folder: string, path: string) {
  const packed = (await readdir(folder)).find(name => /^chromium.*\.br$/.test(name)) ?? ''
  const binary = await promisify(brotliDecompress)(await readFile(join(folder, packed)))
  mkdirSync(CACHE, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, binary, { mode: 0o755 })
  renameSync(unfinished, path)
}

/** `bun tests/support/browser/old-engines.ts` fetches all of them. */
if (import.meta.main) for (const engine of ENGINES) console.log(await getEngine(engine))
