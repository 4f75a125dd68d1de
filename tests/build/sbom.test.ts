import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import lock from '../../bun.lock'
import { dependencies, version } from '../../package.json'
import { TARGET_PACKAGES } from '../../server/build/compile-targets.ts'
import { createSbom } from '../../server/build/sbom.ts'
import { listShippedPackages } from '../../server/build/shipped-packages.ts'

const NOW = '2026-11-23T08:00:00.000Z'
const MODULES = join(import.meta.dirname, '../../node_modules')

const sbom = createSbom(NOW)
const libraries = sbom.components.filter(({ type }) => type === 'library')
const idOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

/** From the installed packages: what each needs, and the version that it finds. */
function listInstalled(names: string[], from: string, found = new Set<string>()) {
  for (const name of names) {
    const folder = [join(from, 'node_modules', name), join(MODULES, name)].find(isInstalled)
    if (!folder) throw new Error(`${name} is not installed`)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const id = idOf(manifest)
    if (found.has(id)) continue
    found.add(id)
    const needed = Object.keys(manifest.dependencies ?? {})
    listInstalled(needed.filter(isCode), folder, found)
  }
  return found
}

const isCode = (name: string) => !name.startsWith('@types/')
const isInstalled = (folder: string) => Bun.file(join(folder, 'package.json')).size > 0

test('the version that package.json names is in the changelog', () => {
  const changelog = readFileSync(join(MODULES, '../CHANGELOG.md'), 'utf8')
  expect(changelog).toContain(`\n## [${version}]`)
})

test("its components are the lock file's packages that are shipped", () => {
  const ids = libraries.map(idOf)
  const locked = new Set(Object.values(lock.packages).map(([id]) => id))
  expect(ids.filter(id => !locked.has(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)

  const addons = Object.values(TARGET_PACKAGES).map(({ addon }) => lock.packages[addon]?.[0] ?? '')
  const installed = listInstalled(Object.keys(dependencies), MODULES)
  expect(ids.toSorted()).toEqual([...new Set([...installed, ...addons])].toSorted())
})

test('each has a license, a package URL and the hash of the lock file', () => {
  const react = libraries.find(({ name }) => name === 'react')
  expect<object | undefined>(react).toEqual({
    type: 'library',
    'bom-ref': `pkg:npm/react@${dependencies.react}`,
    name: 'react',
    version: dependencies.react,
    licenses: [{ expression: 'MIT' }],
    purl: `pkg:npm/react@${dependencies.react}`,
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
  for (const { licenses, purl } of sbom.components) {
    expect(licenses[0]?.expression).toMatch(/^[\w.-]+$/)
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
  }
})

test('it says what needs what, and that Bun is part of the program', () => {
  const refs = new Set([...sbom.components, sbom.metadata.component].map(one => one['bom-ref']))
  const listed = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  expect(listed.filter(ref => !ref || !refs.has(ref))).toEqual([])
  expect(listed).toContain(`pkg:npm/bun@${Bun.version}`)
  const libsql = listShippedPackages().find(({ name }) => name === 'libsql')
  expect(libsql?.needs).toContainEqual(expect.stringMatching(/^detect-libc@\d/))
})
