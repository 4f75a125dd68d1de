import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { getChangelogSection } from '../../server/build/changelog.ts'

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.1.0] - 2027-02-01

### Added

- A bell

## [1.0.0] - 2026-11-23

First.
`

test("a release's text is its section of the changelog", () => {
  expect(getChangelogSection(CHANGELOG, '1.1.0')).toBe('### Added\n\n- A bell')
  expect(getChangelogSection(CHANGELOG, '1.0.0')).toBe('First.')
  expect(getChangelogSection(CHANGELOG, '1.0')).toBeNull()
})

test('the version that package.json names is in the changelog', () => {
  const file = join(import.meta.dirname, '../../CHANGELOG.md')
  expect(getChangelogSection(readFileSync(file, 'utf8'), version)).toContain('### ')
})
