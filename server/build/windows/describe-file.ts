import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'

const ENGLISH = 1033
const UTF_16 = 1200
const ICON_ID = 1
const ICON = join(import.meta.dirname, 'clinic-queue.ico')

/** Returns Bun's program with this product's name and icon. Bun can do this only on Windows. */
export function describeFile(bun: Uint8Array, version: string) {
  const program = NtExecutable.from(bun, { ignoreCert: true })
  const resources = NtExecutableResource.from(program)
  for (const { lang } of resources.entries.filter(({ type }) => type === VERSION_TYPE)) {
    resources.removeResourceEntry(VERSION_TYPE, 1, lang)
  }
  createVersion(version).outputToResourceEntries(resources.entries)
  replaceIcon(resources)
  resources.outputResource(program)
  return new Uint8Array(program.generate())
}

const VERSION_TYPE = 16

function createVersion(version: string) {
  // Windows shows only four numbers, without a part such as -rc.1.
  const numbers = version.replace(/-.*/, '')
  const info = Resource.VersionInfo.createEmpty()
  info.setFileVersion(`${numbers}.0`, ENGLISH)
  info.setProductVersion(`${numbers}.0`, ENGLISH)
  info.setStringValues(
    { lang: ENGLISH, codepage: UTF_16 },
    {
      CompanyName: "The clinic queue's authors",
      FileDescription: 'Clinic Queue',
      FileVersion: version,
      InternalName: 'clinic-queue',
      LegalCopyright: "Copyright (c) The clinic queue's authors. MIT License.",
      OriginalFilename: 'clinic-queue.exe',
      ProductName: 'Clinic Queue',
      ProductVersion: version,
    },
  )
  return info
}

function replaceIcon(resources: NtExecutableResource) {
  const icons = Data.IconFile.from(readFileSync(ICON)).icons.map(({ data }) => data)
  const [group] = Resource.IconGroupEntry.fromEntries(resources.entries)
  const { id, lang } = group ?? { id: ICON_ID, lang: ENGLISH }
  Resource.IconGroupEntry.replaceIconsForResource(resources.entries, id, lang, icons)
}
