import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const lines = readFileSync(join(ROOT, 'docs/map.md'), 'utf8').split('\n')

/** Cells hold paths, except in the first column and in a heading, which stands above a line of dashes. */
const rows = lines.flatMap((line, index) => {
  if (!line.startsWith('| ') || lines[index + 1]?.startsWith('|-')) return []
  const [, , ...cells] = line.split('|')
  return [{ line: index + 1, paths: cells.join(' ').split(/\s+/).filter(Boolean) }]
})

test('every file that the map names exists, and every row names one', () => {
  expect(rows.length).toBeGreaterThan(60)
  const missing = rows.flatMap(({ line, paths }) =>
    paths
      .filter(path => !existsSync(join(ROOT, path)))
      .map(path => `docs/map.md, line ${line}: ${path}`),
  )
  const empty = rows.filter(({ paths }) => paths.length === 0).map(({ line }) => `line ${line}`)
  expect({ missing, empty }).toEqual({ missing: [], empty: [] })
})
