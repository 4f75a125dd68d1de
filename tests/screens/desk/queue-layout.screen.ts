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

const LAPTOP = { width: 1366, height: 768 }
const DESK = { width: 1440, height: 900 }
const WALL = { width: 1920, height: 1080 }
const PHONE = { width: 390, height: 844 }

test('a toast covers no row, no step and no "Save all", on no screen', async ({ desk, clinic }) => {
  await clinic.seed(Array.from({ length: 15 }, (_, n) => `NUR AISYAH BINTI R ${n}`))
  await openQueue(desk)
  await desk.getByRole('button', { name: 'Call next' }).click()
  await expect(desk.locator('.toast')).toContainText('Undo')
  for (const viewport of [LAPTOP, DESK, PHONE]) {
    await desk.setViewportSize(viewport)
    expect(await findCovered(desk, '.patient-row, .own-room')).toEqual([])
  }

  await openScreen(desk, '/settings?section=information', 'SettingsScreen')
  await desk.getByRole('switch', { name: 'Show weather' }).click()
  await desk.getByRole('button', { name: 'Refresh' }).click()
  await expect(desk.locator('.toast')).toContainText('Settings refreshed successfully')
  await expect(desk.getByRole('button', { name: 'Save all' })).toBeVisible()
  for (const viewport of [LAPTOP, DESK, PHONE]) {
    await desk.setViewportSize(viewport)
    expect(await findCovered(desk, '.save-all')).toEqual([])
  }
})

/** Which parts a toast lies over. What scrolls ends at its band, if it stands on one. */
function findCovered(page: Page, parts: string) {
  return page.evaluate(parts => {
    const band = document.querySelector('.toasts')
    const toast = band?.querySelector('.toast')?.getBoundingClientRect()
    if (!band || !toast) return ['no toast']
    const { left, right, top: edge } = band.getBoundingClientRect()
    const page = document.querySelector('.shell__main')?.getBoundingClientRect()
    const isOpaque = !getComputedStyle(band).backgroundColor.endsWith(', 0)')
    const isWide = page && left <= page.left && right >= page.right
    const end = isOpaque && isWide ? edge : innerHeight
    if (toast.width > 420) return ['a wide toast']
    return [...document.querySelectorAll(parts)]
      .filter(part => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        const isBeside = right <= toast.left || left >= toast.right
        return !isBeside && Math.min(bottom, end) > toast.top && top < toast.bottom
      })
      .map(part => part.className)
  }, parts)
}

test('the last row can be scrolled above a toast', async ({ desk, clinic }) => {
  await clinic.seed(Array.from({ length: 30 }, (_, n) => `P${n}`))
  await openQueue(desk)
  for (const viewport of [PHONE, { width: 800, height: 600 }]) {
    await desk.setViewportSize(viewport)
    await desk.keyboard.press('u')
    await expect(desk.locator('.toast')).toContainText('There is nothing to undo')
    await desk.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const bottom = (box: { y: number; height: number } | null) => box && box.y + box.height
    const toasts = await desk.locator('.toasts').boundingBox()
    expect(bottom(await desk.locator('.patient-row').last().boundingBox())).toBeLessThanOrEqual(
      toasts?.y ?? 0,
    )
  }
})

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

test('a desk sees its patient, the next, other rooms, 12 to 18 who wait', async ({ desk }) => {
  await fillClinic(desk)
  await openQueue(desk, 'Room 1 (#001)')
  await expect(desk.getByRole('button', { name: 'Complete & call #024' })).toBeVisible()
  const rows = desk.locator('.desk__lists .patient-row')
  const parts = desk.locator(
    '.own-room, .own-room .button, .next-patient, .desk__rooms .patient-row',
  )
  const isWhole = (elements: Element[]) =>
    elements.filter(element => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      return isInside && element.contains(document.elementFromPoint(left + 20, bottom - 4))
    }).length
  for (const [viewport, count] of [
    [LAPTOP, 12],
    [DESK, 15],
    [WALL, 18],
  ] as const) {
    await desk.setViewportSize(viewport)
    expect(await rows.evaluateAll(isWhole)).toBeGreaterThanOrEqual(count)
    expect([await parts.count(), await parts.evaluateAll(isWhole)]).toEqual([11, 11])
    expect((await desk.locator('.desk-header').boundingBox())?.height).toBeLessThanOrEqual(56)
    expect((await rows.first().boundingBox())?.height).toBeLessThanOrEqual(46)
  }
})

test('a step has one button; the menu of the others works with the keyboard', async ({ desk }) => {
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
