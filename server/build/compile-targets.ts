import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { version } from '../../package.json'

/** Omits macOS on Intel, which rejects the program because Bun leaves its own signature in it. */
export const TARGET_PACKAGES = {
  'linux-x64': { addon: '@libsql/linux-x64-gnu', runtime: '@oven/bun-linux-x64' },
  'linux-arm64': { addon: '@libsql/linux-arm64-gnu', runtime: '@oven/bun-linux-aarch64' },
  'windows-x64': { addon: '@libsql/win32-x64-msvc', runtime: '@oven/bun-windows-x64' },
  'darwin-arm64': { addon: '@libsql/darwin-arm64', runtime: '@oven/bun-darwin-aarch64' },
} as const

export type Target = keyof typeof TARGET_PACKAGES
/** Safe: the record has exactly these keys. */
export const TARGETS = Object.keys(TARGET_PACKAGES) as Target[]

const OWN_TARGET = findOwnTarget()
const OUT = join(import.meta.dirname, '../../out')

export function getOutfile(target: Target) {
  return join(OUT, `clinic-${target}${target.startsWith('windows') ? '.exe' : ''}`)
}

export async function fetchTargetPackages(target: Target, folder: string) {
  const { addon, runtime } = TARGET_PACKAGES[target]
  const modules = join(folder, 'node_modules')
  const isOwn = target === OWN_TARGET
  if (!isOwn) install(folder, { [addon]: getAddonVersions()[addon], [runtime]: Bun.version })

  const plugin: BunPlugin = {
    name: 'target-addon',
    setup(build) {
      if (isOwn) return
      build.onResolve({ filter: /^@libsql\/.*\.node$/ }, ({ path }) =>
        path.startsWith(`${addon}/`) ? { path: join(modules, path) } : undefined,
      )
    },
  }
  const isWindows = target.startsWith('windows')
  const bun = isOwn
    ? process.execPath
    : join(modules, runtime, 'bin', isWindows ? 'bun.exe' : 'bun')
  return { plugin, executablePath: isWindows ? await describe(bun, folder) : bun }
}

async function describe(bun: string, folder: string) {
  // Import late, because tests list the targets before any package is installed.
  const { describeFile } = await import('./windows/describe-file.ts')
  const described = join(folder, 'described.exe')
  await Bun.write(described, describeFile(await Bun.file(bun).bytes(), version))
  return described
}

function getAddonVersions(): Record<string, string> {
  const path = Bun.resolveSync('libsql/package.json', import.meta.dirname)
  return JSON.parse(readFileSync(path, 'utf8')).optionalDependencies
}

function install(folder: string, dependencies: Record<string, string | undefined>) {
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

function findOwnTarget(): Target | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return TARGETS.find(target => target === `${platform}-${process.arch}`)
}

export function getOwnTarget(): Target {
  if (OWN_TARGET) return OWN_TARGET
  console.error(`No single file can be made for ${process.platform} ${process.arch}.`)
  process.exit(1)
}

/** Keeps identifiers, because minifying would shorten the error classes in the log. */
export const MINIFY = { whitespace: true, syntax: true, identifiers: false, keepNames: true }
