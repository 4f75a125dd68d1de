import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunLockFilePackageInfo } from 'bun'
import lock from '../../bun.lock'
import { dependencies } from '../../package.json'
import { TARGET_PACKAGES } from './compile-targets.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
const ADDON = /^@libsql\/(darwin|linux|win32)-/
const SHIPPED_ADDONS: string[] = Object.values(TARGET_PACKAGES).map(({ addon }) => addon)

export type ShippedPackage = {
  id: string
  name: string
  version: string
  /** An SPDX identifier or expression, or '' if the package declares no license. */
  license: string
  author: string
  folder: string
  integrity: string
  needs: string[]
}

export function listShippedPackages() {
  const keys = new Set<string>()
  for (const name of Object.keys(dependencies)) addWithNeeded(findKey(name, ''), keys)
  return [...keys].toSorted().map(describePackage)
}

function addWithNeeded(key: string, keys: Set<string>) {
  if (keys.has(key)) return
  keys.add(key)
  for (const needed of listNeeded(key)) addWithNeeded(needed, keys)
}

function listNeeded(key: string) {
  const { dependencies, optionalDependencies } = getEntry(key).info
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .filter(isShipped)
    .map(name => findKey(name, key))
}

function isShipped(name: string) {
  return ADDON.test(name) ? SHIPPED_ADDONS.includes(name) : !name.startsWith('@types/')
}

/** Finds the lock file's key, a path such as 'ms', or 'debug/ms' for debug's own version. */
function findKey(name: string, parent: string): string {
  const key = parent ? `${parent}/${name}` : name
  if (lock.packages[key]) return key
  if (!parent) throw new Error(`bun.lock lacks ${name}`)
  return findKey(name, parent.split('/').slice(0, -1).join('/'))
}

function describePackage(key: string): ShippedPackage {
  const { id, integrity } = getEntry(key)
  const at = id.lastIndexOf('@')
  const name = id.slice(0, at)
  // The addons of other platforms are not installed. All are built from libsql's sources.
  const folder = getFolder(ADDON.test(name) ? 'libsql' : key)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    id,
    name,
    version: id.slice(at + 1),
    // Old packages have a list of licenses.
    license: manifest.license ?? manifest.licenses?.[0]?.type ?? '',
    author: manifest.author?.name ?? manifest.author ?? '',
    folder,
    integrity,
    needs: listNeeded(key).map(needed => getEntry(needed).id),
  }
}

function getFolder(key: string) {
  const names = key.match(/(@[^/]+\/)?[^/]+/g) ?? []
  return join(MODULES, names.join('/node_modules/'))
}

function getEntry(key: string) {
  // Safe: every package comes from the registry, so its entry has these parts.
  const entry = lock.packages[key] as [string, string, BunLockFilePackageInfo, string]
  const [id, , info, integrity] = entry
  return { id, info, integrity }
}
