import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Axe = { axe: { run(options: RunOptions): Promise<AxeResults> } }

/** Violations of WCAG 2.2 AA, one per line. */
export async function findAccessibilityViolations(page: Page) {
  // The page's content security policy blocks injected script tags, but not evaluate().
  await page.evaluate(AXE)
  return page.evaluate(async tags => {
    const { axe } = window as unknown as Axe
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, WCAG)
}
