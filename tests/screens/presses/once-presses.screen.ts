import {
  expect,
  holdRequests,
  openScreen,
  type Page,
  stopClock,
  test,
  waitForHydration,
} from '../../support/screens/fixtures.ts'

test.use({ hasTouch: true })

const POINTERS = ['mouse', 'finger', 'Enter'] as const

async function pressTwice(page: Page, name: string | RegExp, by: (typeof POINTERS)[number]) {
  const button = page.getByRole('button', { name })
  if (by === 'mouse') return button.dblclick()
  if (by === 'finger') {
    await button.tap()
    return button.tap()
  }
  await button.focus()
  // A key is one of a burst, as of a scanner, if another one follows within 80 ms.
  await page.keyboard.press('Enter')
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 120)))
  await page.keyboard.press('Enter')
}

const countPrints = (page: Page) => page.evaluate(() => document.body.dataset.prints)

test('a double press prints a report once, and downloads a table once', async ({ desk }) => {
  await desk.goto('/reports')
  await waitForHydration(desk, 'Sidebar')
  await desk.evaluate(() => {
    window.print = () => (document.body.dataset.prints += 'x')
    document.body.dataset.prints = ''
  })
  for (const [index, by] of POINTERS.entries()) {
    await pressTwice(desk, 'Print', by)
    await desk.evaluate(() => new Promise(resolve => setTimeout(resolve, 450)))
    expect(await countPrints(desk)).toBe('x'.repeat(index + 1))
  }

  const downloads: string[] = []
  desk.on('request', request => {
    if (request.url().includes('.csv')) downloads.push(request.url())
  })
  await desk.locator('summary', { hasText: 'CSV' }).click()
  const done = desk.waitForEvent('download')
  await pressTwice(desk, 'CSV with commas', 'mouse')
  await done
  expect(downloads).toHaveLength(1)
})

test('the next name is registered by a press right after the answer to the last', async ({
  desk,
}) => {
  await desk.clock.install()
  await openScreen(desk, '/register', 'RegisterScreen')
  await stopClock(desk)
  const field = desk.getByRole('textbox', { name: 'Patient Name' })
  const button = desk.locator('.register-form .button--primary')
  const release = await holdRequests(desk, '**/api/patients')
  await field.fill('ALI')
  await button.tap()
  await expect(button).toContainText('Registering...')
  await desk.clock.runFor(1_000)
  await field.fill('MEI')
  release()
  await expect(button).toContainText('Register Patient')
  await button.click()
  await expect(desk.locator('.recent__row')).toHaveCount(2)
})
