import {
  addRoom,
  call,
  card,
  changeStatus,
  choose,
  expect,
  openScreen,
  type Page,
  pressAlone,
  type RunningClinic,
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
  await keepToast(desk, 'Undo')
  for (const viewport of [LAPTOP, DESK, PHONE]) {
    await desk.setViewportSize(viewport)
    expect(await findCovered(desk, '.patient-row, .own-room')).toEqual([])
  }
  // The last row can be scrolled above it.
  for (const viewport of [PHONE, { width: 800, height: 600 }]) {
    await desk.setViewportSize(viewport)
    await desk.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const bottom = (box: { y: number; height: number } | null) => box && box.y + box.height
    const toasts = await desk.locator('.toasts').boundingBox()
    expect(bottom(await desk.locator('.patient-row').last().boundingBox())).toBeLessThanOrEqual(
      toasts?.y ?? 0,
    )
  }

  await openScreen(desk, '/settings?section=information', 'SettingsScreen')
  await desk.getByRole('switch', { name: 'Show weather' }).click()
  await desk.getByRole('button', { name: 'Refresh' }).click()
  await keepToast(desk, 'Settings refreshed successfully')
  await expect(desk.getByRole('button', { name: 'Save all' })).toBeVisible()
  for (const viewport of [LAPTOP, DESK, PHONE]) {
    await desk.setViewportSize(viewport)
    expect(await findCovered(desk, '.save-all')).toEqual([])
  }
})

/** Waits for a toast with this text and focuses it: it stays, however long the test looks at it. */
async function keepToast(page: Page, text: string) {
  const toast = page.locator('.toast')
  await expect(toast).toContainText(text)
  await toast.getByRole('button', { name: 'Close' }).focus()
}

/** Which parts a toast lies over. What scrolls ends at its band, if it stands on one. */
function findCovered(page: Page, parts: string) {
  return page.evaluate(parts => {
    const all = [...document.querySelectorAll(parts)]
    if (all.length === 0) return ['no parts']
    const band = document.querySelector('.toasts')
    const toast = band?.querySelector('.toast')?.getBoundingClientRect()
    if (!band || !toast) return ['no toast']
    const { left, right, top: edge } = band.getBoundingClientRect()
    const page = document.querySelector('.shell__main')?.getBoundingClientRect()
    const isOpaque = !getComputedStyle(band).backgroundColor.endsWith(', 0)')
    const isWide = page && left <= page.left && right >= page.right
    const end = isOpaque && isWide ? edge : innerHeight
    if (toast.width > 420) return ['a wide toast']
    return all
      .filter(part => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        const isBeside = right <= toast.left || left >= toast.right
        return !isBeside && Math.min(bottom, end) > toast.top && top < toast.bottom
      })
      .map(part => part.className)
  }, parts)
}

const NAMES = 'SITI NURHALIZA BINTI AHMA,LEE CHONG,陈伟明,கவிதா ராஜன்,MUHAMMAD AMIRUL HAKIM ALI'.split(
  ',',
)
const TABLET = { width: 1024, height: 768 }
const ROWS = '.desk__lists .patient-row'
const OWN_PARTS =
  '.ticket, .own-room__next, .slot, .room-picker .input, [aria-label="Other rooms"] > li'

/** Three rooms serve a patient, three are away, 60 wait, two of them with priority. */
async function fillClinic(desk: Page, clinic: RunningClinic) {
  await addRoom(desk, 'Room 3')
  await clinic.seed(Array.from({ length: 64 }, (_, n) => NAMES[n % 5] ?? ''))
  for (const priorityReason of ['ELDERLY', 'CHEST PAIN, SENT BY DR. LIM']) {
    const data = { name: 'SURESH NAIDU', isPriority: true, priorityReason }
    await desk.request.post('/api/patients', { data })
  }
  for (const id of [4, 5, 6]) {
    await call(desk, id, 2)
    await changeStatus(desk, id, { status: 'requeue', requeueReason: 'XRAY' })
  }
  for (const id of [1, 2, 3]) await call(desk, id, id + 1)
}

/** How many are whole in sight, and under nothing. */
function countWhole(page: Page, selector: string) {
  return page.locator(selector).evaluateAll(
    elements =>
      elements.filter(element => {
        const { top, bottom, left, right } = element.getBoundingClientRect()
        const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
        const [low, high] = [bottom - 4, top + 4].map(y => document.elementFromPoint(left + 16, y))
        return isInside && element.contains(low ?? null) && element.contains(high ?? null)
      }).length,
  )
}

test('with 60 waiting, a desk sees its patient, other rooms, and 14 to 21 who wait', async ({
  desk,
  clinic,
}) => {
  await fillClinic(desk, clinic)
  await openQueue(desk, 'Room 1 (#001)')
  await expect(desk.getByRole('button', { name: 'Complete & call next #065' })).toBeVisible()
  await expect(desk.locator(ROWS).first()).toContainText('NEXTSURESH NAIDUPriority counts double')
  await expect(desk.getByText('Priority Patients (2)')).toBeVisible()
  for (const [viewport, count] of [
    [LAPTOP, 14],
    [TABLET, 12],
    [DESK, 17],
    [WALL, 21],
  ] as const) {
    await desk.setViewportSize(viewport)
    expect(await countWhole(desk, ROWS)).toBeGreaterThanOrEqual(count)
    expect(await countWhole(desk, OWN_PARTS)).toBe(11)
  }
  await desk.setViewportSize(PHONE)
  // The menu slides out of the page first.
  await expect.poll(() => countWhole(desk, ROWS)).toBeGreaterThanOrEqual(1)
  expect((await desk.locator(ROWS).first().boundingBox())?.y).toBeLessThanOrEqual(276)
  expect(await findSmallTargets(desk)).toEqual([])
})

/**
 * What a finger would miss: controls of the page that are lower or narrower than 44 px. What the
 * name in the own room's line does is in the menu beside it, too.
 */
function findSmallTargets(page: Page) {
  return page
    .locator('main :is(button, select, summary, input:not([type=radio]), label:has(input), a)')
    .evaluateAll(controls =>
      controls
        .filter(control => control.checkVisibility({ visibilityProperty: true }))
        .filter(control => !control.closest('.own-room .patient-name'))
        .filter(control => {
          const { width, height } = control.getBoundingClientRect()
          return Math.min(width, height) < 44
        })
        .map(control => control.ariaLabel ?? control.textContent),
    )
}

test('the six slots stay where they are, whoever waits and whatever the state', async ({
  desk,
}) => {
  const places = () =>
    desk
      .locator('.own-room__next, .slot, .ticket')
      .evaluateAll(parts => parts.map(part => JSON.stringify(part.getBoundingClientRect())))
  await openQueue(desk)
  const free = await places()
  const expectSame = async () => expect(await places()).toEqual(free)
  await register(desk, 'MUHAMMAD AMIRUL HAKIM ALI', 'MEI')
  await expect(desk.locator('.next-patient')).toContainText('MUHAMMAD')
  await expectSame()
  await desk.getByRole('button', { name: 'Call next' }).click()
  await expect(desk.locator('.toast')).toContainText('Called #001')
  await expectSame()
  await pressAlone(desk, 'r')
  await expect(desk.getByRole('form', { name: 'Requeue reason' })).toBeVisible()
  await expectSame()
  expect(await findCovered(desk, '.reasons')).toEqual([])
  await pressAlone(desk, 'Escape')
  await expect(desk.locator('.slot[data-action=Requeue]')).toBeFocused()
  await choose(desk, 'MUHAMMAD', 'Start')
  await expect(desk.locator('.slot[data-action=Missed]')).toHaveAccessibleDescription(
    'This patient is already in progress',
  )
  await expectSame()
  await pressAlone(desk, 'e')
  await expect(desk.locator('.toast')).toContainText('Dispensed #001, called #002')
  await expectSame()
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
  await expect(item('Patient Journey')).toBeFocused()
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
