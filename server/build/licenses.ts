import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { listShippedPackages, type ShippedPackage } from './shipped-packages.ts'
import origin from './voice/origin.json'

const ROOT = join(import.meta.dirname, '../..')
const TEXTS = join(import.meta.dirname, 'license-texts')
const BUN_LICENSES = join(ROOT, 'node_modules/bun-types/docs/project/license.mdx')
const LICENSE_FILE = /^(licen[cs]e|copying|notice|ofl)\b/i
const LINE = '='.repeat(80)

const VOICE = `The spoken calls were made with ${origin.generator}, which is under the GPL, version 3 or later.
eSpeak NG is not part of the program, and its license does not extend to what it speaks.

The other sounds were made by the clinic queue's own code and are under its license.`

export function formatLicenses() {
  const sections: [title: string, text: string][] = [
    [`Clinic Queue ${version} (MIT)`, readFileSync(join(ROOT, 'LICENSE'), 'utf8')],
    ...listShippedPackages().map(formatPackage),
    [`Bun ${Bun.version} (MIT, and others)`, readBunLicenses()],
    ['Voice and sounds', VOICE],
    ...readdirSync(TEXTS).toSorted().map(readStandardText),
  ]
  return sections
    .map(([title, text]) => `${LINE}\n${title}\n${LINE}\n\n${text.trim()}\n`)
    .join('\n')
}

function formatPackage(shipped: ShippedPackage): [title: string, text: string] {
  const { name, version, license } = shipped
  if (!license) throw new Error(`${name} declares no license`)
  const own = readOwnText(shipped)
  const isComplete = own !== '' && !license.startsWith('LGPL')
  const text = isComplete ? own : `${own}\n\n${formatDeclared(shipped)}`
  return [`${name} ${version} (${license})`, text]
}

/** Packages under the LGPL omit its text. */
function readOwnText({ folder }: ShippedPackage) {
  const files = readdirSync(folder).filter(file => LICENSE_FILE.test(file))
  return files.map(file => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
}

function formatDeclared({ name, license, author }: ShippedPackage) {
  if (!existsSync(join(TEXTS, `${license}.txt`))) {
    throw new Error(`${name} has no license text: add ${license}.txt to license-texts`)
  }
  const holder = author ? `Copyright: ${author}\n` : ''
  return `${holder}The license is ${license}. The package does not contain its text, which is at the end of this file.`
}

function readBunLicenses() {
  return readFileSync(BUN_LICENSES, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')
}

function readStandardText(file: string): [title: string, text: string] {
  return [`Text of ${file.replace('.txt', '')}`, readFileSync(join(TEXTS, file), 'utf8')]
}
