import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import createIcon, { type IconData } from '../../../islands/ui/create-icon.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ICONS = join(ROOT, 'node_modules/lucide-react/dist/esm/icons')

/** The file of each icon that a screen imports, by the name that it imports. */
function listUsedIcons() {
  const index = readFileSync(join(ICONS, '../lucide-react.mjs'), 'utf8')
  const used = new Set<string>()
  for (const file of new Glob('islands/**/*.tsx').scanSync(ROOT)) {
    const code = readFileSync(join(ROOT, file), 'utf8')
    for (const [, names = ''] of code.matchAll(/import \{([^}]+)\} from 'lucide-react'/g)) {
      for (const name of names.split(',')) {
        const trimmed = name.trim()
        if (/^[A-Z]/.test(trimmed)) used.add(trimmed)
      }
    }
  }
  return [...used].map(name => {
    const line = index.split('\n').find(line => new RegExp(`default as ${name}[ ,}]`).test(line))
    return { name, file: /icons\/([\w-]+\.mjs)/.exec(line ?? '')?.[1] ?? '' }
  })
}

test('every icon that a screen uses is the same in the browser as from the server', async () => {
  const icons = listUsedIcons()
  expect(icons.length).toBeGreaterThan(30)
  for (const { name, file } of icons) {
    const module: { default: Parameters<typeof createElement>[0]; __iconData: IconData } =
      await import(join(ICONS, file))
    const ours = createIcon(module.__iconData)
    for (const props of [
      { size: 16, 'aria-hidden': true },
      { size: 18, fill: 'currentColor', className: 'priority-star', 'aria-label': 'Priority' },
      {},
    ] as const) {
      const markup = (element: Parameters<typeof createElement>[0]) =>
        sortAttributes(renderToStaticMarkup(createElement(element, props as object)))
      expect([name, markup(ours as never)]).toEqual([name, markup(module.default)])
    }
  }
})

/** Their order says nothing. */
function sortAttributes(markup: string) {
  return markup.replace(/<svg ([^>]*)>/, (_, attributes: string) => {
    const all = attributes.match(/[\w-]+="[^"]*"/g) ?? []
    return `<svg ${all.toSorted().join(' ')}>`
  })
}
