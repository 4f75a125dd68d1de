import {
  expect,
  type Page,
  register,
  test,
  waitForHydration,
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
    expect(await findCovered(desk, '.patient-card, .desk-bar, .queue-tools')).toEqual([])

    await desk.goto('/settings')
    await waitForHydration(desk, 'SettingsScreen')
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

test('the bar of a room is one line, and its patient has each step once', async ({
  desk,
  clinic,
}) => {
  await register(desk, clinic, 'NUR AISYAH BINTI RAHMAN', 'SITI NURHALIZA BINTI AHMA')
  await openQueue(desk)
  await desk.getByRole('button', { name: 'Call next' }).click()
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
  ]) {
    await desk.setViewportSize(viewport)
    await expect(desk.getByRole('button', { name: 'Dispense & call #002' })).toBeVisible()
    const tops = await desk
      .locator('.desk-bar .button')
      .evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    expect((await desk.locator('.desk-bar').boundingBox())?.height).toBeLessThan(100)
    for (const step of ['Complete', 'Dispense', 'Call Again']) {
      await expect(desk.getByRole('button', { name: new RegExp(`^${step}( #|$)`) })).toHaveCount(1)
    }
  }
})
