import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules of `WCAG` whose result depends on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

type AxeRules = 'all' | 'colors' | 'all but colors'

type Axe = { axe: { run(options: RunOptions): Promise<AxeResults> } }

/**
 * Violations of WCAG 2.2 AA, one per line. Transitions end first: a button that has just become
 * enabled again has a color between its two for some frames.
 */
export async function findAccessibilityViolations(page: Page, rules: AxeRules = 'all') {
  // The page's content security policy blocks injected script tags, but not evaluate().
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await finishTransitions(page)
  return page.evaluate(async options => {
    const { axe } = window as unknown as Axe
    const { violations } = await axe.run(options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, getOptions(rules))
}

/** The themes differ only in their colors. */
export async function findViolationsInBothThemes(page: Page) {
  const light = await findAccessibilityViolations(page)
  await setTheme(page, 'dark')
  const dark = await findAccessibilityViolations(page, 'colors')
  await setTheme(page, 'light')
  return [...light, ...dark.map(violation => `dark: ${violation}`)]
}

/** As static/theme.js does it. */
async function setTheme(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(name => {
    document.documentElement.dataset.theme = name
  }, theme)
  await finishTransitions(page)
}

function finishTransitions(page: Page) {
  return page.evaluate(() => {
    const findTransitions = () =>
      document.getAnimations().filter(animation => animation instanceof CSSTransition)
    // The end of one may start another in an element inside.
    for (let running = findTransitions(); running.length > 0; running = findTransitions()) {
      for (const transition of running) transition.finish()
    }
  })
}

function getOptions(rules: AxeRules): RunOptions {
  if (rules === 'colors') return { runOnly: { type: 'rule', values: COLOR_RULES } }
  const enabled = rules === 'all'
  return {
    runOnly: { type: 'tag', values: WCAG },
    rules: Object.fromEntries(COLOR_RULES.map(id => [id, { enabled }])),
  }
}
