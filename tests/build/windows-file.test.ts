import { expect, test } from 'bun:test'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { describeFile } from '../../server/build/windows/describe-file.ts'

/** The smallest program that Windows has, as resedit makes it, signed with the name of another. */
function createForeignProgram() {
  const program = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(program)
  for (const lang of [1033, 1031]) {
    const info = Resource.VersionInfo.createEmpty()
    info.lang = lang
    info.setStringValues({ lang, codepage: 1200 }, { CompanyName: 'Oven', ProductName: 'Bun' })
    info.outputToResourceEntries(resources.entries)
  }
  resources.outputResource(program)
  return new Uint8Array(program.generate())
}

function read(file: Uint8Array) {
  const { entries } = NtExecutableResource.from(NtExecutable.from(file))
  return {
    versions: Resource.VersionInfo.fromEntries(entries),
    icons: Resource.IconGroupEntry.fromEntries(entries).map(({ icons }) => icons),
  }
}

test('the Windows file names the program and its authors in every language, and has its icon', () => {
  const { versions, icons } = read(describeFile(createForeignProgram(), '2.10.3-rc.1'))
  const texts = versions.flatMap(version =>
    version.getAllLanguagesForStringValues().map(language => version.getStringValues(language)),
  )
  expect(texts).toEqual([
    expect.objectContaining({
      CompanyName: "The clinic queue's authors",
      FileDescription: 'Clinic Queue',
      ProductName: 'Clinic Queue',
      ProductVersion: '2.10.3-rc.1',
    }),
  ])
  const [fixed] = versions.map(({ fixedInfo }) => fixedInfo)
  expect([fixed?.productVersionMS, fixed?.productVersionLS]).toEqual([(2 << 16) | 10, 3 << 16])
  expect(icons.map(list => list.map(({ width }) => width))).toEqual([[16, 32, 48, 0]])
})
