import {
  call,
  card,
  expect,
  openScreen,
  type Page,
  register,
  test,
} from '../../support/screens/fixtures.ts'
import { openQueue } from '../../support/screens/queue.ts'

for (const viewport of [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`at ${viewport.width}x${viewport.height} a toast covers no row, no step and no "Save all"`, async ({
    desk,
    clinic,
  }) => {
    await desk.setViewportSize(viewport)
    await clinic.seed(Array.from({ length: 15 }, (_, n) => `NUR AISYAH BINTI R ${n}`))
    await openQueue(desk)
    await desk.getByRole('button', { name: 'Call next' }).click()
    await expect(desk.locator('.toast')).toContainText('Undo')
    expect(await findCovered(desk, '.patient-row, .own-room')).toEqual([])

    await openScreen(desk, '/settings?section=information', 'SettingsScreen')
    await desk.getByRole('switch', { name: 'Show weather' }).click()
    await desk.getByRole('button', { name: 'Refresh' }).click()
    await expect(desk.locator('.toast')).toContainText('Settings refreshed successfully')
    await expect(desk.getByRole('button', { name: 'Save all' })).toBeVisible()
    expect(await findCovered(desk, '.save-all')).toEqual([])
  })
}

/** Which parts a toast lies over. */
function findCovered(page: Page, parts: string) {
  return page.evaluate(parts => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect()
    if (!toast) return ['no toast']
    return [...document.querySelectorAll(parts)]
      .filter(part => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        const isBeside = right <= toast.left || left >= toast.right
        return !isBeside && bottom > toast.top && top < toast.bottom
      })
      .map(part => part.className)
  }, parts)
}

const NAMES = 'SITI NURHALIZA BINTI AHMA,LEE CHONG,陈伟明,கவிதா ராஜன்,MUHAMMAD AMIRUL HAKIM ALI'.split(
  ',',
)

/** Three rooms serve a patient, 2 priority patients and 20 others wait. */
async function fillClinic(desk: Page) {
  await desk.request.post('/api/windows', { data: { name: 'Room 3' } })
  await register(desk, ...Array.from({ length: 23 }, (_, n) => NAMES[n % 5] ?? ''))
  for (const priorityReason of ['ELDERLY', 'CHEST PAIN SINCE THIS MORNING, SENT BY DR. LIM']) {
    const data = { name: 'SURESH NAIDU', isPriority: true, priorityReason }
    await desk.request.post('/api/patients', { data })
  }
  for (const id of [1, 2, 3]) await call(desk, id, id + 1)
}

for (const [width, height, rows] of [
  [1366, 768, 12],
  [1440, 900, 15],
  [1920, 1080, 18],
] as const) {
  test(`at ${width}x${height} a desk sees its patient, the next one, other rooms and ${rows} who wait`, async ({
    desk,
  }) => {
    await desk.setViewportSize({ width, height })
    await fillClinic(desk)
    await openQueue(desk, 'Room 1 (#001)')
    await expect(desk.getByRole('button', { name: 'Complete & call #024' })).toBeVisible()
    const isWhole = (elements: Element[]) =>
      elements.filter(element => {
        const { top, bottom, left, right } = element.getBoundingClientRect()
        const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
        return isInside && element.contains(document.elementFromPoint(left + 20, bottom - 4))
      }).length
    expect(
      await desk.locator('.desk__lists .patient-row').evaluateAll(isWhole),
    ).toBeGreaterThanOrEqual(rows)
    const parts = desk.locator(
      '.own-room, .own-room .button, .next-patient, .desk__rooms .patient-row',
    )
    expect(await parts.count()).toBe(11)
    expect(await parts.evaluateAll(isWhole)).toBe(11)
    expect((await desk.locator('.desk-header').boundingBox())?.height).toBeLessThanOrEqual(56)
    expect(
      (await desk.locator('.desk__lists .patient-row').first().boundingBox())?.height,
    ).toBeLessThanOrEqual(46)
  })
}

test('a step has one button, and what is rare is in a menu that works with the keyboard', async ({
  desk,
}) => {
  await register(desk, 'ALI', 'MEI')
  await openQueue(desk)
  await desk.getByRole('button', { name: 'Call next' }).click()
  for (const step of ['Complete', 'Dispense', 'Call Again', 'Requeue', 'Missed']) {
    await expect(desk.getByRole('button', { name: new RegExp(`^${step} #`) })).toHaveCount(1)
  }
  const more = card(desk, 'ALI').getByRole('button', { name: /^More for / })
  await more.focus()
  await desk.keyboard.press('ArrowDown')
  const item = (name: string) => desk.getByRole('menuitem', { name })
  await expect(item('Start')).toBeFocused()
  await desk.keyboard.press('ArrowDown')
  await expect(item('Forget name')).toBeFocused()
  await desk.keyboard.press('ArrowDown')
  await expect(item('Delete')).toBeFocused()
  await desk.keyboard.press('ArrowDown')
  await expect(item('Start')).toBeFocused()
  await desk.keyboard.press('d')
  await expect(item('Delete')).toBeFocused()
  await expect(card(desk, 'ALI')).toContainText('Called')
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('menu')).toHaveCount(0)
  await expect(more).toBeFocused()
})

test('300 patients: the page is short, and a row opens by a press anywhere on it', async ({
  desk,
  clinic,
}) => {
  await clinic.seed(Array.from({ length: 300 }, (_, n) => `P ${n + 1}`))
  await openQueue(desk)
  expect(await desk.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(14_000)
  await card(desk, 'P 1').first().locator('.patient-number').click()
  await expect(desk.getByRole('heading', { name: 'Patient Journey' })).toBeVisible()
})

test('names in Chinese or Tamil bring their font files, other names none', async ({ desk }) => {
  const fonts: string[] = []
  desk.on('request', request => {
    if (request.url().includes('/noto-')) fonts.push(request.url())
  })
  await register(desk, 'ALI')
  await openQueue(desk)
  expect(fonts).toEqual([])
  const loading = desk.waitForRequest(/noto-.*\.woff2$/)
  await register(desk, 'கவிதா ராஜன்')
  await loading
})
