import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'

const ISLANDS = join(import.meta.dirname, '../../islands')
const MAX_LINES = 250
/** Part of the shared sheet, which adds the layers, and of the TV's, which has none. */
const WITHOUT_LAYER = /^(styles|tv)\//

const sheets = new Map<string, string>()
for await (const file of new Glob('**/*.css').scan(ISLANDS)) {
  sheets.set(file, await Bun.file(join(ISLANDS, file)).text())
}
const tokens = sheets.get('styles/tokens.css') ?? ''
const dark = tokens.slice(tokens.indexOf("[data-theme='dark']"))

test('no sheet is too long', () => {
  expect(sheets.size).toBeGreaterThan(20)
  const long = [...sheets].filter(([, css]) => css.split('\n').length > MAX_LINES)
  expect(long.map(([file]) => file)).toEqual([])
})

test("a component's sheet is in a layer, and the TV's in none", () => {
  for (const [file, css] of sheets) {
    const layer = /^@layer (ui|screens) \{$/m.exec(css)?.[1] ?? 'none'
    const rule = file.startsWith('ui/') ? 'ui' : 'screens'
    expect({ file, layer }).toEqual({ file, layer: WITHOUT_LAYER.test(file) ? 'none' : rule })
  }
})

test('every z-index is a token', () => {
  let count = 0
  for (const [file, css] of sheets) {
    for (const [, value = ''] of css.matchAll(/z-index: ([^;]+);/g)) {
      count++
      const name = /^var\((--z-[a-z-]+)\)$/.exec(value)?.[1] ?? `not a token: ${value}`
      expect({ file, name, isToken: tokens.includes(`${name}: `) }).toEqual({
        file,
        name,
        isToken: true,
      })
    }
  }
  expect(count).toBeGreaterThan(5)
})

test('the dark theme changes tokens only', () => {
  const declarations = [...dark.matchAll(/^ {2}([a-z-]+):/gm)].map(([, name]) => name)
  expect(declarations.length).toBeGreaterThan(20)
  const others = declarations.filter(name => !name?.startsWith('--'))
  expect(others).toEqual(['color-scheme'])
  for (const [file, css] of sheets) {
    if (file === 'styles/tokens.css') continue
    expect({ file, theme: css.match(/data-theme|prefers-color-scheme/) }).toEqual({
      file,
      theme: null,
    })
  }
})
