import { findAccessibilityViolations } from '../../support/browser/axe.ts'
import {
  button,
  call,
  card,
  expect,
  OWN_PROCESS,
  register,
  stopClock,
} from '../../support/screens/fixtures.ts'
import { openQueue } from '../../support/screens/queue.ts'
import { recordSounds } from '../../support/screens/sounds.ts'
import {
  announced,
  openUntouchedTv,
  test,
  waitForTvHydration,
} from '../../support/screens/tv-fixtures.ts'

const testWithProcess = test.extend(OWN_PROCESS)

test('a call blinks ten times, and leaves when undone', async ({ desk, tv, openTv }) => {
  await register(desk, 'ALI', 'MEI')
  await tv.clock.install()
  await openTv()
  await stopClock(tv)
  await call(desk, 1)
  await expect(tv.locator('.overlay')).toBeVisible()
  const toggles = await tv.locator('.stage__call').evaluateHandle(panel => {
    const times: number[] = []
    let isDim = false
    new MutationObserver(() => {
      if (panel.classList.contains('is-dim') === isDim) return
      isDim = !isDim
      times.push(Date.now())
    }).observe(panel, { attributeFilter: ['class'] })
    return times
  })
  await tv.clock.runFor(5_000)
  // Its sound ends in real time.
  await expect(tv.locator('.overlay')).toHaveCount(0)
  for (let tick = 0; tick < 60; tick++) await tv.clock.runFor(100)
  const times = await toggles.jsonValue()
  expect(times.map(time => time - (times[0] ?? 0))).toEqual(
    Array.from({ length: 10 }, (_, toggle) => toggle * 400),
  )

  await call(desk, 2, 3)
  await expect(tv.locator('.overlay__name')).toHaveText('MEI')
  const undone = await desk.request.post('/api/patients/2/undo', { data: { seenSteps: 2 } })
  expect(undone.status()).toBe(200)
  await expect(tv.locator('.overlay')).toHaveCount(0)
  await expect(tv.locator('.stage__name')).toHaveText('ALI')
  await expect(tv.locator('.stage')).not.toContainText('MEI')
})

testWithProcess(
  'a TV that lost the clinic says since when, and announces the calls it missed',
  { tag: '@waits' },
  async ({ desk, tv, openTv, clinic }) => {
    await register(desk, 'ALI')
    await tv.clock.install()
    await openTv()
    await expect(tv.locator('.stage__stale')).toHaveCount(0)
    await clinic.kill()
    await expect(async () => {
      await tv.clock.runFor(2_000)
      const words = /^Reconnecting… as of \d\d:\d\d$/
      await expect(tv.locator('.stage__stale')).toHaveText(words, { timeout: 100 })
    }).toPass()
    await expect(tv.locator('.stage__name')).toHaveText('N/A')

    // Offline before the call, so that it misses it.
    await tv.context().setOffline(true)
    await clinic.start()
    await call(desk, 1)
    await tv.context().setOffline(false)
    await expect(tv.locator('.overlay__name')).toHaveText('ALI')
    await expect(tv.locator('.stage__stale')).toHaveCount(0)
  },
)

test('a TV says which key starts its sound, and axe finds nothing', async ({ desk, tv, tvUrl }) => {
  const played = await recordSounds(tv)
  await register(desk, 'ALI', 'MEI')
  await tv.clock.install()
  await openUntouchedTv(tv, tvUrl)
  const hint = tv.getByText('Press OK on the remote for sound')
  await expect(hint).toBeVisible()
  expect(await findAccessibilityViolations(tv)).toEqual([])
  await tv.keyboard.press('Enter')
  await expect(hint).toHaveCount(0)
  const chime = `${new URL(tvUrl).origin}/sounds/notification_sound.mp3`
  await expect.poll(played).toEqual([`silently ${chime}`])
  await call(desk, 1)
  await expect(tv.locator('.overlay__name')).toHaveText('ALI')
  await expect.poll(played).toEqual([`silently ${chime}`, `aloud ${chime}`])
  await expect(tv.locator('.overlay')).toHaveCSS('opacity', '1')
  expect(await findAccessibilityViolations(tv)).toEqual([])
  await stopClock(tv)
  await call(desk, 2, 3)
  // The announced patient is not in the history yet.
  await tv.clock.runFor(5_100)
  await expect(tv.locator('.stage__row--newest')).toContainText('ALI')
  await announced(tv)
  await tv.clock.resume()
  expect(await findAccessibilityViolations(tv)).toEqual([])

  const unknown = await tv.goto(`/tv/${'a'.repeat(32)}`)
  expect(unknown?.status()).toBe(404)
  await waitForTvHydration(tv)
  await expect(tv.getByRole('heading', { name: 'This display is not authorised' })).toBeVisible()
  await expect(tv.locator('.stage')).toHaveCount(0)
  expect(await findAccessibilityViolations(tv)).toEqual([])
})

test('a row names how many TVs showed its call', async ({ desk, tv, tvUrl, browser, clinic }) => {
  await register(desk, 'ALI')
  await openUntouchedTv(tv, tvUrl)
  await tv.keyboard.press('Enter')
  await expect(tv.getByText('Press OK on the remote for sound')).toHaveCount(0)
  const made = await desk.request.post('/api/tv-devices', {
    data: { userId: 1, name: 'Foyer' },
  })
  const untouched = await browser.newContext()
  // Nothing is asked of this page, because that would count as a gesture.
  await (await untouched.newPage()).goto(`${clinic.url}/tv/${(await made.json()).token}`)
  await expect(async () => {
    const displays = await desk.request.get('/api/tv-devices')
    const all: { heartbeat: { audio: string } | null }[] = await displays.json()
    const audio = all.map(({ heartbeat }) => heartbeat?.audio)
    expect(audio).toEqual(['ready', 'blocked'])
  }).toPass()

  await openQueue(desk, 'Room 1')
  await button(desk, 'ALI', 'Call').click()
  await expect(card(desk, 'ALI')).toContainText('2 of 2 TVs, played 1, blocked 1')
  await desk.reload()
  await expect(card(desk, 'ALI')).toContainText('2 of 2 TVs, played 1, blocked 1')
  await untouched.close()
})
