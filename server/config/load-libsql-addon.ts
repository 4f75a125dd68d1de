import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../domain/errors.ts'

const ADDONS = [
  '@libsql/linux-x64-gnu',
  '@libsql/linux-arm64-gnu',
  '@libsql/win32-x64-msvc',
  '@libsql/darwin-arm64',
]

/** Resolves the addon to the embedded one. Bundlers miss it, because libSQL computes its name. */
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
  // On Windows each start would leave Bun's unpacked file in the folder for temporary files.
  if (process.platform === 'win32') return loadKept(dataDir)
  try {
    return requireEmbedded()
  } catch {
    return unpackAndLoad(dataDir)
  }
}

/** The compiler evaluates these conditions and embeds only the target's addon. */
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
}

/** Used if TMPDIR is full, read-only or noexec, because the embedded addon is unpacked there. */
function unpackAndLoad(folder: string) {
  const path = join(folder, `addon-${process.pid}.node`)
  try {
    return loadFrom(folder, path, content => writeFileSync(path, content, { mode: 0o700 }))
  } finally {
    // The addon stays loaded after its file is deleted.
    rmSync(path, { force: true })
  }
}

/** Uses one file per version, because Windows cannot delete a library that is loaded. */
function loadKept(folder: string) {
  // The name holds a hash of the content.
  const name = `addon-${getEmbeddedName()}`
  const path = join(folder, name)
  return loadFrom(folder, path, content => {
    // A power cut may have left an incomplete file.
    if (!existsSync(path) || !readFileSync(path).equals(content)) {
      writeFileSync(`${path}.${process.pid}`, content)
      renameSync(`${path}.${process.pid}`, path)
    }
    removeOthers(folder, name)
  })
}

/** Removes addons of other versions, and those that version 1.0.0 left at each start. */
function removeOthers(folder: string, kept: string) {
  for (const name of readdirSync(folder)) {
    if (!/^addon-.*\.node/.test(name) || name === kept) continue
    try {
      rmSync(join(folder, name))
    } catch {
      // An old program that is still ending uses the file. The next start removes the file.
    }
  }
}

function loadFrom(folder: string, path: string, unpack: (content: Buffer) => void) {
  const module = { exports: {} }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    unpack(readFileSync(join(import.meta.dirname, getEmbeddedName())))
    process.dlopen(module, path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : cause
    throw new ConfigError(
      process.platform === 'win32'
        ? // Windows does not name the library of Microsoft that is missing.
          `The database library cannot be loaded from ${folder}: ${reason}. If a module was not found, install "Microsoft Visual C++ Redistributable" (x64) from Microsoft, then start again.`
        : `The database library cannot be unpacked in ${tmpdir()} or in ${folder}: ${reason}. Set TMPDIR to a writable folder that allows programs to run.`,
    )
  }
  return module.exports
}

function getEmbeddedName() {
  const names = Bun.embeddedFiles.map(file => ('name' in file ? String(file.name) : ''))
  const name = names.find(candidate => candidate.endsWith('.node'))
  if (name) return name
  throw new Error('no addon is embedded')
}
