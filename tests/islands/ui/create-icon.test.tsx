import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import createIcon, { type IconData } from '../../../islands/ui/create-icon.ts'

const ICONS = join(import.meta.dirname, '../../../node_modules/lucide-react/dist/esm/icons')
const PROPS = [
  { size: 16, 'aria-hidden': true },
  { size: 18, fill: 'currentColor', className: 'priority-star', 'aria-label': 'Priority' },
  {},
] as const
type Icon = Parameters<typeof createElement>[0]

test('an icon is the same in the browser as from the server', async () => {
  const files = [...new Glob('*.mjs').scanSync(ICONS)].filter((_, index) => index % 30 === 0)
  expect(files.length).toBeGreaterThan(30)
  for (const file of files) {
    const module: { default: Icon; __iconData?: IconData } = await import(join(ICONS, file))
    if (!module.__iconData) continue
    const ours = createIcon(module.__iconData)
    for (const props of PROPS) {
      const markup = (element: Icon) =>
        sortAttributes(renderToStaticMarkup(createElement(element, props as object)))
      expect([file, markup(ours as never)]).toEqual([file, markup(module.default)])
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
