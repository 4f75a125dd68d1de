import { randomUUID } from 'node:crypto'
import { dependencies, license, name, version } from '../../package.json'
import { listShippedPackages, type ShippedPackage } from './shipped-packages.ts'

export function createSbom(now: string) {
  const packages = listShippedPackages()
  const purls = new Map(packages.map(shipped => [shipped.id, getPurl(shipped)]))
  const program = { name, version }
  const runtime = { name: 'bun', version: Bun.version }
  const roots = packages.filter(({ name }) => name in dependencies)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: now,
      component: describe('application', program, license),
    },
    components: [
      ...packages.map(shipped => ({
        ...describe('library', shipped, shipped.license),
        hashes: [{ alg: 'SHA-512', content: toHex(shipped.integrity) }],
      })),
      describe('platform', runtime, 'MIT'),
    ],
    dependencies: [
      { ref: getPurl(program), dependsOn: [...roots, runtime].map(getPurl) },
      ...packages.map(shipped => ({
        ref: getPurl(shipped),
        dependsOn: shipped.needs.map(id => purls.get(id)),
      })),
    ],
  }
}

type Named = Pick<ShippedPackage, 'name' | 'version'>

function describe(type: string, named: Named, license: string) {
  const purl = getPurl(named)
  return {
    type,
    'bom-ref': purl,
    name: named.name,
    version: named.version,
    licenses: [{ expression: license }],
    purl,
  }
}

function getPurl({ name, version }: Named) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function toHex(integrity: string) {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
}
