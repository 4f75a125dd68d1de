import { expect, openScreen, type Page, test } from '../../support/screens/fixtures.ts'
import { settingsBody } from '../../support/settings.ts'

/** The widest letter, and a name of 25 characters. */
const WIDE = { name: 'Physiotherapy and Rehab 2', prefix: 'W', roomIds: [2] }

async function addWideQueue(desk: Page) {
  expect((await desk.request.post('/api/queues', { data: WIDE })).status()).toBe(201)
  for (const name of ['ALI', 'SITI']) {
    const response = await desk.request.post('/api/patients', { data: { name, queueId: 1 } })
    expect(response.status()).toBe(201)
  }
}

test('the filter of queues covers no button at any width, and a number with a letter stays in its box', async ({
  desk,
}) => {
  await addWideQueue(desk)
  await openScreen(desk, '/queue', 'QueueScreen')
  for (const width of [960, 980, 1024, 1100, 1200, 1250, 1280, 1366, 1440, 1600, 1920]) {
    await desk.setViewportSize({ width, height: 768 })
    expect({ width, covered: await findCovered(desk) }).toEqual({ width, covered: [] })
  }

  await desk.getByRole('combobox', { name: /^Select Room/ }).selectOption('Room 1')
  await desk.getByRole('button', { name: /^Call next/ }).click()
  await expect(desk.locator('.ticket__number')).toHaveText('#W001')
  for (const width of [1366, 390]) {
    await desk.setViewportSize({ width, height: 768 })
    expect(await findOverflowing(desk, '.ticket__number, .patient-row .number-chip')).toEqual([])
  }
  await openScreen(desk, '/register', 'RegisterScreen')
  await desk.locator('.queue-chip', { hasText: WIDE.name }).click()
  await desk.getByLabel('Patient Name').fill('MEI')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.ticket-panel__number')).toHaveText('#W003')
  const boxes = '.next-number, .ticket-panel__number, .recent__row > .number-chip'
  for (const width of [1366, 390]) {
    await desk.setViewportSize({ width, height: 768 })
    expect(await findOverflowing(desk, boxes)).toEqual([])
  }
})

/** The controls of the header whose middle or edge is another element's. */
function findCovered(desk: Page) {
  return desk.evaluate(() =>
    [...document.querySelectorAll('.desk-header :is(button, select, input[type=search], label)')]
      .filter(control => control.checkVisibility())
      .filter(control => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return [left + 3, (left + right) / 2, right - 3].some(x => {
          const hit = document.elementFromPoint(x, (top + bottom) / 2)
          const own = control.closest('.queue-search') ?? control
          return !hit || !(own.contains(hit) || hit.contains(control))
        })
      })
      .map(control => control.getAttribute('aria-label') ?? control.textContent),
  )
}

/** Whose text is wider than its box, or nearer than 2 px to an edge. */
function findOverflowing(page: Page, boxes: string, gap = 2) {
  return page.evaluate(
    ([boxes, gap]) =>
      [...document.querySelectorAll(boxes)].flatMap(box => {
        const text = document.createRange()
        text.selectNodeContents(box)
        const [inner, outer] = [text.getBoundingClientRect(), box.getBoundingClientRect()]
        const isIn = inner.left >= outer.left + gap && inner.right <= outer.right - gap
        const place = `${box.className}: ${inner.left} to ${inner.right}`
        return isIn ? [] : [`${place} in ${outer.left} to ${outer.right}`]
      }),
    [boxes, gap] as const,
  )
}

test('a number with a letter is one line on paper and on the phone', async ({ desk, clinic }) => {
  const data = settingsBody({ ticketMode: 'screen' })
  await desk.request.put('/api/settings', { data })
  await addWideQueue(desk)
  const { url } = await (await desk.request.get('/api/patients/1/ticket')).json()
  const lines = (number: string) =>
    desk.locator(number).evaluate(element => {
      const { fontSize } = getComputedStyle(element)
      const isWide = element.scrollWidth > element.clientWidth
      return isWide ? 'too wide' : Math.floor(element.clientHeight / Number.parseFloat(fontSize))
    })
  for (const width of [320, 360, 375, 412]) {
    await desk.setViewportSize({ width, height: 700 })
    await desk.goto(new URL(new URL(url).pathname, clinic.url).href)
    expect([width, await lines('.ticket__digits')]).toEqual([width, 1])
  }
  await desk.addInitScript(() => {
    window.print = () => {}
  })
  for (const paper of ['58', '80']) {
    await desk.goto(`/tickets/1?paper=${paper}`)
    expect([paper, await lines('.paper__number')]).toEqual([paper, 1])
  }
})
