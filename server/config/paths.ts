import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const ASSETS_ROOT = Bun.isStandaloneExecutable
  ? import.meta.dirname
  : join(import.meta.dirname, '../..')

export const DIST = join(ASSETS_ROOT, 'dist')

/** The last file of a build. It holds a hash of the sources and a hash of the other files. */
const STAMP = '.build'

export function isBuilt(sources?: string) {
  if (Bun.isStandaloneExecutable) return true
  const stamp = readStamp()
  if (!stamp || (sources !== undefined && stamp.sources !== sources)) return false
  return stamp.output === hashOutput(DIST)
}

export function writeStamp(folder: string, sources: string) {
  writeFileSync(join(folder, STAMP), `${sources} ${hashOutput(folder)}`)
}

/** Hashes contents, because copies and checkouts change the times of files. */
export function hashFiles(folder: string, names: Iterable<string>) {
  const hasher = new Bun.CryptoHasher('sha256')
  const list = [...names].toSorted().map(name => {
    const content = readFileSync(join(folder, name))
    hasher.update(content)
    return `${name} ${content.length}`
  })
  return hasher.update(list.join('\n')).digest('hex')
}

function hashOutput(folder: string) {
  const names = [...new Bun.Glob('**').scanSync({ cwd: folder, dot: true })]
  return hashFiles(
    folder,
    names.filter(name => name !== STAMP),
  )
}

function readStamp() {
  try {
    const [sources, output] = readFileSync(join(DIST, STAMP), 'utf8').split(' ')
    return { sources, output }
  } catch {
    return null
  }
}
