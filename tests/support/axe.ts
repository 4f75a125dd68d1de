import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Axe = { axe: { run(options: RunOptions): Promise<AxeResults> } }

/** What axe finds against WCAG 2.2 AA, in a line each. */
export async function findings(page: Page) {
  await page.addScriptTag({ path: AXE })
  return page.evaluate(async tags => {
    const { axe } = window as unknown as Axe
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, WCAG)
}
