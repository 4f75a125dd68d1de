import { call, expect, register, renameRoom, stopClock } from '../../support/screens/fixtures.ts'
import {
  announced,
  overflowing,
  overrideTvSettings,
  sizeOf,
  test,
} from '../../support/screens/tv-fixtures.ts'

/** Of the type that is read from six metres, in px of a stage 1080 high. */
const READ_FROM_AFAR = 83
const NAME_SIZE = 62
const MALAY = 'NUR AISYAH BINTI RAHMA'

test('a number is beside its name, a doctor below', async ({ desk, tv, openTv }) => {
  await renameRoom(desk, 2, 'Room 1 - Dr. Aminah')
  await register(desk, 'ALI', 'MEI')
  await overrideTvSettings(tv, { enableMarquee: 'true' })
  await tv.clock.install()
  await openTv()
  await stopClock(tv)
  await expect(tv.locator('.stage__number')).toHaveCount(0)
  await call(desk, 1, 2)
  await expect(tv.locator('.overlay__number')).toHaveText('001')
  await expect(tv.locator('.overlay__room')).toHaveText('Room 1')
  await expect(tv.locator('.overlay__doctor')).toHaveText('Dr. Aminah')
  await announced(tv)
  await expect(tv.locator('.stage__number')).toHaveText('001')
  await expect(tv.locator('.stage__room-name')).toHaveText('Room 1')
  await expect(tv.locator('.stage__doctor')).toHaveText('Dr. Aminah')

  await call(desk, 2, 3)
  await announced(tv)
  await expect(tv.locator('.stage__number')).toHaveText('002')
  await expect(tv.locator('.stage__doctor')).toHaveCount(0)
  await expect(tv.locator('.stage__row-number')).toHaveText('001')
  await expect(tv.locator('.stage__row-place')).toHaveText('Room 1')
  await expect(tv.locator('.stage__row-doctor')).toHaveText('Dr. Aminah')
  // The marquee leaves the rows less height.
  await expect.poll(() => sizeOf(tv, '.stage__row-place > div')).toBeGreaterThanOrEqual(32)
})

test('the last row can read all, and nothing is cut', async ({ desk, tv, openTv }) => {
  await register(desk, 'ALI', 'MUHAMMAD AMIRUL HAKIM ALI', MALAY)
  await call(desk, 1, 2)
  await call(desk, 2, 3)
  await call(desk, 3, 1)
  await openTv()
  await expect(tv.locator('.stage__name')).toHaveText(MALAY)
  for (const part of ['.stage__number', '.stage__room-name > div']) {
    await expect.poll(() => sizeOf(tv, part), part).toBeGreaterThanOrEqual(READ_FROM_AFAR)
  }
  await expect.poll(() => sizeOf(tv, '.stage__name > div')).toBeGreaterThanOrEqual(NAME_SIZE)
  // Only as many rows as patients are filled.
  const names = tv.locator('.stage__row-name > div')
  await expect(names).toHaveCount(2)
  const getSizes = () =>
    names.evaluateAll(all => all.map(element => getComputedStyle(element).fontSize))
  await expect.poll(async () => new Set(await getSizes()).size).toBe(1)
  await expect.poll(() => sizeOf(tv, '.stage__row-name > div')).toBeGreaterThanOrEqual(28)
  expect(await sizeOf(tv, '.stage__row-number')).toBe(52)
  // A room that is too long beside its doctor is shown alone.
  await renameRoom(desk, 2, 'Treatment Room 12 - Dr. Muhammad Faizal')
  await expect(tv.locator('.stage__row-place').last()).toHaveText('Treatment Room 12')
  await expect(tv.locator('.stage__row-doctor')).toBeHidden()
  await expect.poll(() => sizeOf(tv, '.stage__row-place > div')).toBeGreaterThanOrEqual(32)
  await expect.poll(() => overflowing(tv)).toEqual([])
})

test('a weather service that fails takes one line beside the clock', async ({ tv, tvUrl }) => {
  await overrideTvSettings(tv, { showWeather: 'true' })
  await tv.route('**/weather*', route => route.fulfill({ status: 502, json: {} }))
  await tv.goto(tvUrl)
  await expect(tv.getByText('Weather data unavailable, retrying...')).toBeVisible()
  expect((await tv.locator('.stage__panel').boundingBox())?.height).toBe(64)
  await expect(tv.locator('.stage__panel')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  expect(await sizeOf(tv, '.stage__time')).toBe(176)
})

test('before the first call and picture the TV shows the clinic', async ({ tv, openTv }) => {
  await openTv()
  await expect(tv.locator('.stage__large-name')).toHaveText('MAIN CLINIC 24 HOURS')
  await expect(tv.getByText('Welcome, please take a seat')).toBeVisible()
  await expect(tv.getByText('Your number is called here')).toBeVisible()
  await expect(tv.getByText('NO DISPLAY')).toBeVisible()
  await expect(tv.getByText('No media uploaded')).toBeVisible()
  await expect.poll(() => sizeOf(tv, '.stage__large-name > div')).toBeGreaterThan(READ_FROM_AFAR)
  expect(await sizeOf(tv, '.stage__name')).toBeLessThanOrEqual(34)
  await expect(tv.locator('.stage__row')).toHaveCount(0)
})

test('on an upright screen the parts are one column', async ({ desk, tv, openTv }) => {
  await tv.setViewportSize({ width: 1080, height: 1920 })
  await overrideTvSettings(tv, { enableMarquee: 'true', showPrayerTimes: 'true' })
  await register(desk, MALAY, 'MEI')
  await call(desk, 1, 2)
  await tv.clock.install()
  await openTv()
  await stopClock(tv)
  await expect(tv.locator('.stage--portrait')).toBeVisible()
  const parts = tv.locator('.stage__part')
  await expect(parts).toHaveCount(7)
  const widthsOf = (all: Element[]) => all.map(element => element.getBoundingClientRect().width)
  await expect.poll(() => parts.evaluateAll(widthsOf)).toEqual(Array(7).fill(1080))
  await expect.poll(() => overflowing(tv)).toEqual([])
  await call(desk, 2, 3)
  await expect(tv.locator('.overlay__name')).toHaveText('MEI')
  const overlay = await tv.locator('.overlay').boundingBox()
  expect(overlay).toEqual({ x: 0, y: 0, width: 1080, height: 1920 })
  await expect.poll(() => overflowing(tv)).toEqual([])

  await tv.setViewportSize({ width: 1920, height: 1080 })
  await expect(tv.locator('.stage--portrait')).toHaveCount(0)
  await expect.poll(() => overflowing(tv)).toEqual([])
})

const DRAWN = {
  clinic_name: '.stage__clinic-name > div',
  title: '.stage__calling',
  'Token Label': '.stage__name > div',
  'Patient History': '.stage__row-name > div',
}

type Group = { groupName: keyof typeof DRAWN; fontSize: string; fontWeight: string }

test('the text groups answer the sizes in which the TV draws short texts', async ({
  desk,
  tv,
  openTv,
}) => {
  await desk.request.put('/api/settings', {
    data: { settings: [{ key: 'clinicName', value: 'AMAN', category: 'display' }] },
  })
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1, 2)
  await call(desk, 2, 3)
  await openTv()
  await expect(tv.locator('.stage__row-name')).toHaveText('ALI')
  const groups: Group[] = await (await desk.request.get('/api/text-groups/active')).json()
  expect(groups.map(({ groupName }) => groupName)).toEqual(Object.keys(DRAWN))
  for (const { groupName, fontSize, fontWeight } of groups) {
    const text = tv.locator(DRAWN[groupName]).first()
    await expect(text).toHaveCSS('font-size', fontSize)
    await expect(text).toHaveCSS('font-weight', fontWeight)
  }
})
