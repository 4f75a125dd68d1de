import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

const ADDONS = [
  '@libsql/linux-x64-gnu',
  '@libsql/linux-arm64-gnu',
  '@libsql/win32-x64-msvc',
  '@libsql/darwin-arm64',
  '@libsql/darwin-x64',
]

/** Resolves the addon to the embedded one: libSQL computes its name, so no bundler finds it. */
export function loadLibsqlAddon(dataDir: string) {
  if (!Bun.isStandaloneExecutable) return
  Bun.plugin({
    name: 'libsql-addon',
    setup(build) {
      for (const name of ADDONS) {
        build.module(name, () => ({ exports: getAddon(dataDir), loader: 'object' }))
      }
    },
  })
}

function getAddon(dataDir: string): Record<string, unknown> {
  try {
    return requireEmbedded()
  } catch {
    return unpackAndLoad(dataDir)
  }
}

/** The compiler folds these conditions, and embeds only the target's addon. */
function requireEmbedded() {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return require('@libsql/linux-x64-gnu/index.node')
  }
  if (process.platform === 'linux' && process.arch === 'arm64') {
    return require('@libsql/linux-arm64-gnu/index.node')
  }
  if (process.platform === 'win32' && process.arch === 'x64') {
    return require('@libsql/win32-x64-msvc/index.node')
  }
  if (process.platform === 'darwin' && process.arch === 'arm64') {
    return require('@libsql/darwin-arm64/index.node')
  }
  if (process.platform === 'darwin' && process.arch === 'x64') {
    return require('@libsql/darwin-x64/index.node')
  }
}

/** The embedded addon needs a TMPDIR that is not full, read-only or noexec. */
function unpackAndLoad(folder: string) {
  const path = join(folder, `addon-${process.pid}.node`)
  const module = { exports: {} }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path, readFileSync(join(import.meta.dirname, getEmbeddedName())), { mode: 0o700 })
    process.dlopen(module, path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new ConfigError(
      `The database library cannot be unpacked in ${tmpdir()} or in ${folder}: ${reason}. Set TMPDIR to a writable folder that allows programs to run.`,
    )
  } finally {
    // It stays loaded after the file is deleted, except on Windows.
    if (process.platform !== 'win32') rmSync(path, { force: true })
  }
  return module.exports
}

function getEmbeddedName() {
  const names = Bun.embeddedFiles.map(file => ('name' in file ? String(file.name) : ''))
  const name = names.find(candidate => candidate.endsWith('.node'))
  if (name) return name
  throw new Error('no addon is embedded')
}
