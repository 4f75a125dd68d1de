import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'

export const TARGET_PACKAGES = {
  'linux-x64': { addon: '@libsql/linux-x64-gnu', runtime: '@oven/bun-linux-x64' },
  'linux-arm64': { addon: '@libsql/linux-arm64-gnu', runtime: '@oven/bun-linux-aarch64' },
  'windows-x64': { addon: '@libsql/win32-x64-msvc', runtime: '@oven/bun-windows-x64' },
  'darwin-arm64': { addon: '@libsql/darwin-arm64', runtime: '@oven/bun-darwin-aarch64' },
  'darwin-x64': { addon: '@libsql/darwin-x64', runtime: '@oven/bun-darwin-x64' },
} as const

export type Target = keyof typeof TARGET_PACKAGES
/** The record has exactly these keys. */
export const TARGETS = Object.keys(TARGET_PACKAGES) as Target[]

export const OWN_TARGET = getOwnTarget()

export function fetchTargetPackages(targets: Target[], folder: string) {
  const foreign = targets.filter(target => target !== OWN_TARGET)
  if (foreign.length > 0) install(folder, Object.fromEntries(foreign.flatMap(getPackages)))
  const modules = join(folder, 'node_modules')

  function addonsFor(target: Target): BunPlugin {
    return {
      name: 'target-addon',
      setup(build) {
        if (target === OWN_TARGET) return
        const { addon } = TARGET_PACKAGES[target]
        build.onResolve({ filter: /^@libsql\/.*\.node$/ }, ({ path }) =>
          path.startsWith(`${addon}/`) ? { path: join(modules, path) } : undefined,
        )
      },
    }
  }

  function runtimeFor(target: Target) {
    if (target === OWN_TARGET) return {}
    const name = target.startsWith('windows') ? 'bun.exe' : 'bun'
    return { executablePath: join(modules, TARGET_PACKAGES[target].runtime, 'bin', name) }
  }

  return { addonsFor, runtimeFor }
}

function getPackages(target: Target) {
  const { addon, runtime } = TARGET_PACKAGES[target]
  return [
    [addon, getAddonVersions()[addon]],
    [runtime, Bun.version],
  ]
}

function getAddonVersions(): Record<string, string> {
  const path = Bun.resolveSync('libsql/package.json', import.meta.dirname)
  return JSON.parse(readFileSync(path, 'utf8')).optionalDependencies
}

function install(folder: string, dependencies: Record<string, string>) {
  mkdirSync(folder, { recursive: true })
  const manifest = JSON.stringify({ private: true, dependencies })
  writeFileSync(join(folder, 'package.json'), manifest)
  const command = [process.execPath, 'install', '--os=*', '--cpu=*', '--no-save']
  const { success } = Bun.spawnSync(command, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (success) return
  console.error('The packages for other platforms could not be downloaded from the registry.')
  process.exit(1)
}

function getOwnTarget(): Target {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const own = TARGETS.find(target => target === `${platform}-${process.arch}`)
  if (own) return own
  console.error(`There is no database library for ${platform} ${process.arch}.`)
  process.exit(1)
}

/** The log names the classes of errors, which `identifiers` would shorten despite `keepNames`. */
export const MINIFY = { whitespace: true, syntax: true, identifiers: false, keepNames: true }
