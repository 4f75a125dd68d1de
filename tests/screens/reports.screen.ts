import type { Page } from 'playwright/test'
import { loadAssets } from '../../server/http/assets.ts'
import { findViolationsInBothThemes } from '../support/browser/axe.ts'
import { test as base, expect, signIn, waitForHydration } from '../support/screens/fixtures.ts'
import { getQuery, SHAPES, saveShape } from '../support/screens/report-shapes.ts'
import { startTestServer, type TestServer } from '../support/server/test-server.ts'

const WIDTHS = [320, 390, 768, 1024, 1366, 1920]

const test = base.extend<{ openShape: (name: string) => Promise<void> }>({
  openShape: async ({ page, context }, use) => {
    const servers: TestServer[] = []
    await use(async name => {
      const shape = SHAPES[name]
      if (!shape) throw new Error(`no shape ${name}`)
      const server = await startTestServer({ assets: loadAssets({}) })
      servers.push(server)
      await signIn(context, server.url)
      await saveShape(server.clinic, shape)
      await page.goto(`${server.url}/reports?${getQuery(shape)}`)
      await waitForHydration(page, 'Sidebar')
      await page.evaluate(() => document.fonts.ready)
    })
    await Promise.all(servers.map(server => server.close()))
  },
})

/** What cannot be read: too small, too large, cut off, or lying on another text. */
function findUnreadable(page: Page) {
  return page.evaluate(() => {
    const problems: string[] = []
    const main = document.querySelector('main') as HTMLElement
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const seen: { text: string; box: DOMRect; element: Element }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as Element
      const text = node.textContent?.trim() ?? ''
      if (text === '' || element.closest('.visually-hidden, caption, option')) continue
      if (!element.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.d ?? 0) : 1
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale
      if (size < 12 || size > 34) problems.push(`${text}: ${size} px`)
      for (const box of range.getClientRects()) {
        if (box.width === 0) continue
        if (box.left < 0 || box.right > innerWidth) problems.push(`${text}: outside the window`)
        seen.push({ text, box, element })
      }
    }
    for (const [index, one] of seen.entries()) {
      for (const other of seen.slice(index + 1)) {
        if (other.element === one.element) continue
        const width =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // A line's box is higher than its letters.
        if (width > 0.5 && height > 5) problems.push(`${one.text} lies on ${other.text}`)
      }
      const cell = one.element.closest('.heat td')?.getBoundingClientRect()
      if (cell && (one.box.width > cell.width || Math.round(cell.height) !== 28))
        problems.push(`${one.text} in a cell of ${cell.width} x ${cell.height}`)
    }
    for (const bar of document.querySelectorAll('.bars__bar')) {
      const { width } = bar.getBoundingClientRect()
      if (width > 48) problems.push(`a bar of ${width} px`)
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) problems.push(`scrolls sideways to ${scrollWidth}`)
    return problems
  })
}

/** Two slices, one for each worker. */
for (const slice of [0, 1]) {
  test(`every word of a report can be read at every width, slice ${slice}`, async ({
    page,
    openShape,
  }) => {
    for (const name of Object.keys(SHAPES).filter((_, index) => index % 2 === slice)) {
      await openShape(name)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const come = await findUnreadable(page)
        expect({ name, width, come }).toEqual({ name, width, come: [] })
        for (const wait of await page.getByText('When people wait').all()) {
          await wait.click()
          const problems = await findUnreadable(page)
          expect({ name, width, problems }).toEqual({ name, width, problems: [] })
          await page.getByText('When people come').click()
        }
      }
    }
  })
}

test('axe finds nothing on a report, in both themes and for both maps', async ({
  page,
  openShape,
}) => {
  await openShape('two weeks beside two others')
  await page.getByText('Show numbers').first().click()
  await page.locator('summary', { hasText: '2026' }).click()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.locator('summary', { hasText: '2026' }).press('Enter')
  await page.getByText('When people wait').click()
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('a map is a table for screen readers, of arrivals or of waits, and hides quiet nights', async ({
  page,
  openShape,
}) => {
  await openShape('two weeks, 24 hours a day')
  const [come, wait] = ['Patients by weekday and hour', 'Median wait by weekday and hour']
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByText('When people come').click()
    const map = page.getByRole('table', { name: come })
    await expect(map.getByRole('columnheader')).toHaveCount(24)
    await expect(map.getByRole('rowheader')).toHaveCount(7)
    await expect(map.getByRole('cell').filter({ hasText: /^\d+$/ })).toHaveCount(7 * 24)
    await expect(page.getByRole('table', { name: wait })).toBeHidden()
    await page.getByText('When people wait').click()
    await expect(page.getByRole('table', { name: wait })).toBeVisible()
    await expect(map).toBeHidden()
  }

  // A phone shows quiet nights on request, a desk always.
  await openShape('two weeks, quiet nights')
  const map = page.getByRole('table', { name: 'Patients by weekday and hour' })
  const cells = map.getByRole('cell').filter({ hasText: /^\d+$/ })
  await expect(cells).toHaveCount(7 * 24)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(cells).toHaveCount(7 * 15)
  await page.getByLabel('Show the night, 22:00 to 7:00').check()
  await expect(cells).toHaveCount(7 * 24)
  expect(await findUnreadable(page)).toEqual([])
})

test('a menu closes by its button and a press beside it; its controls stand beside each other', async ({
  page,
  openShape,
}) => {
  await openShape('seven days')
  const button = page.locator('summary', { hasText: 'CSV' })
  const entry = page.getByRole('button', { name: 'CSV with semicolons' })
  await button.click()
  await expect(entry).toBeVisible()
  await page.mouse.click(700, 500)
  await expect(entry).toBeHidden()
  await button.press('Enter')
  await expect(entry).toBeVisible()
  await button.press('Enter')
  await expect(entry).toBeHidden()

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const summary of await page.locator('.page-head summary').all()) {
      await summary.click()
      const controls = page.locator('.drop-down[open]').locator('a, input, button')
      const boxes = await Promise.all((await controls.all()).map(one => one.boundingBox()))
      const shown = boxes.filter(box => box !== null)
      for (const [index, one] of shown.entries()) {
        expect([one.x >= 0, one.x + one.width <= width]).toEqual([true, true])
        for (const other of shown.slice(index + 1)) {
          const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
          const isAbove = one.y + one.height <= other.y || other.y + other.height <= one.y
          expect([width, isBeside || isAbove]).toEqual([width, true])
        }
      }
      await summary.press('Enter')
    }
  }
})

test('the first day says what comes when', async ({ page, openShape }) => {
  await openShape('the first day')
  const list = page.getByRole('listitem').filter({ hasText: /day|hour/ })
  await expect(list.filter({ hasText: 'Patients a day' })).toContainText('tomorrow')
  await expect(list.filter({ hasText: 'The week' })).toContainText('in 6 days')
  await expect(page.locator('.heat')).toHaveCount(0)
})

test('a printed report is one light page of paper without controls', async ({
  page,
  openShape,
}) => {
  await page.addInitScript(() => localStorage.setItem('ui-theme', 'dark'))
  await openShape('two weeks, 24 hours a day')
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  // A4 without its margins.
  await page.setViewportSize({ width: 718, height: 1_000 })
  expect(await findUnreadable(page)).toEqual([])
  const shown = page.locator('a, button, summary, input, nav').filter({ visible: true })
  await expect(shown).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(22, 25, 29)')
  await expect(page.getByText('7 – 20 Nov 2026').filter({ visible: true })).toHaveCount(1)
})

test('forced colors still tell bars and the busiest hours', async ({ page, openShape }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openShape('two weeks, quiet nights')
  const colorsOf = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
  expect(await colorsOf('.bars__value', 'fill')).not.toBe(await colorsOf('.bars__upper', 'fill'))
  const [busiest, quiet] = ["[data-heat='4']", "[data-heat='1']"].map(cell => `.heat ${cell}`)
  expect(await colorsOf(busiest ?? '', 'background-color')).not.toBe(
    await colorsOf(quiet ?? '', 'background-color'),
  )
})
