import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** This file runs before any package is installed, so it imports none. */
const ROOT = join(import.meta.dirname, '../..')
/** A hash of the packages that were installed last. A running program still loads their files. */
const INSTALLED = join(ROOT, 'node_modules/.installed')
const MAX_WAIT_MS = 3_000

if (import.meta.main) await installPackages()

export async function installPackages() {
  const wanted = hashLockFile()
  if (await isRunningOn(join(ROOT, 'data'))) {
    if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted) return
    stop(
      `The clinic queue is running from this folder, and this version needs other packages. Stop it first: ${join(ROOT, 'data')}`,
    )
  }
  const { exitCode } = Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile'], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) process.exit(exitCode)
  writeFileSync(INSTALLED, wanted)
}

/** Asks the program's own socket, which exists after the program has started. */
export async function isRunningOn(dataDir: string) {
  const unix = join(resolve(dataDir), 'control.sock')
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  return fetch('http://localhost/', { unix, signal }).then(
    () => true,
    cause => cause.name === 'TimeoutError',
  )
}

export function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function hashLockFile() {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const name of ['package.json', 'bun.lock']) hasher.update(readFileSync(join(ROOT, name)))
  return `${Bun.version} ${hasher.digest('hex')}`
}
