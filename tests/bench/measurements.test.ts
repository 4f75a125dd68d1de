import { expect, test } from 'bun:test'
import { replaceSection } from './measurements.ts'

const PAGE =
  'a\n<!-- bench:one -->\nold\n<!-- /bench:one -->\nb\n<!-- bench:two -->\n<!-- /bench:two -->\n'

test('a table replaces the earlier one of its section only', () => {
  const page = replaceSection(PAGE, 'one', 'new\n')
  expect(page).toBe(PAGE.replace('old', 'new'))
  expect(replaceSection(page, 'one', 'new\n')).toBe(page)
  expect(replaceSection(page, 'two', 'x\n')).toContain('bench:two -->\nx\n<!-- /bench:two')
})

test('a missing section is an error', () => {
  expect(() => replaceSection(PAGE, 'three', 'x')).toThrow('no section three')
})
