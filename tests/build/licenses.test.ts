import { expect, test } from 'bun:test'
import { dependencies, version } from '../../package.json'
import { formatLicenses } from '../../server/build/licenses.ts'
import { listShippedPackages } from '../../server/build/shipped-packages.ts'

const text = formatLicenses()
const titles = [...text.matchAll(/^=+\n(.+)\n=+$/gm)].map(([, title]) => title)

function sectionOf(name: string) {
  const sections = text.split(/^=+\n(?=.+\n=+$)/m)
  return sections.find(section => section.startsWith(`${name} `)) ?? ''
}

test('every package that is shipped has a license and its text', () => {
  const packages = listShippedPackages()
  expect(packages.filter(({ license }) => license === '').map(({ id }) => id)).toEqual([])
  for (const { name, version, license } of packages) {
    expect(titles).toContain(`${name} ${version} (${license})`)
    expect(sectionOf(name)).toMatch(/permission|license/i)
  }
  expect(packages.length).toBeGreaterThan(Object.keys(dependencies).length)
})

test('a package without a text of its own is under one that is at the end', () => {
  expect(sectionOf('drizzle-orm')).toContain('The license is Apache-2.0.')
  expect(sectionOf('promise-limit')).toContain('Copyright: Tim Macfarlane')
  for (const name of ['Apache-2.0', 'GPL-3.0', 'LGPL-3.0', 'LGPL-2.1', 'LGPL-2.0', 'ISC', 'MIT']) {
    expect(titles).toContain(`Text of ${name}`)
  }
})

test('fonts, icons, the voice and Bun are named', () => {
  expect(titles[0]).toBe(`Clinic Queue ${version} (MIT)`)
  expect(sectionOf('@fontsource-variable/inter')).toContain('SIL OPEN FONT LICENSE')
  expect(sectionOf('@fontsource/noto-sans-sc')).toContain('SIL OPEN FONT LICENSE')
  expect(sectionOf('@fontsource/noto-sans-tamil')).toContain('SIL OPEN FONT LICENSE')
  expect(sectionOf('lucide-react')).toContain('Lucide Icons and Contributors')
  expect(sectionOf('@breezystack/lamejs')).toContain('The license is LGPL-3.0.')
  expect(sectionOf('Voice')).toContain('eSpeak NG text-to-speech: 1.')
  expect(sectionOf('Bun')).toContain('JavaScriptCore')
})
