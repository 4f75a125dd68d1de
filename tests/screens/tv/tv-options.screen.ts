import type { Locator } from 'playwright'
import {
  addRoom,
  call,
  expect,
  type Page,
  register,
  stopClock,
} from '../../support/screens/fixtures.ts'
import { overflowing, overrideTvSettings, sizeOf, test } from '../../support/screens/tv-fixtures.ts'

const DOCTORS = ['Dr. Aminah', 'Dr. Lim Chee Keong', 'Dr. Suresh']

/** Beside the dispensary and the two rooms that are there. */
async function addRooms(desk: Page, count: number) {
  for (let number = 3; number < 3 + count; number++) {
    await addRoom(desk, `Room ${number} - ${DOCTORS[number % DOCTORS.length]}`)
  }
}

async function change(desk: Page, options: object) {
  const response = await desk.request.patch('/api/tv-devices/1', { data: options })
  expect(response.status()).toBe(200)
}

async function miss(desk: Page, id: number) {
  const url = `/api/patients/${id}/status`
  const response = await desk.request.patch(url, { data: { status: 'missed' } })
  expect(response.status()).toBe(200)
}

test('the layout of a running TV changes to tiles', async ({ desk, tv, openTv }) => {
  await addRooms(desk, 1)
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1, 2)
  await tv.clock.install()
  await overrideTvSettings(tv, { windowTextColor: '#040506' })
  await openTv()
  await stopClock(tv)
  await expect(tv.locator('.stage__call')).toBeVisible()

  await change(desk, { layout: 'tiles' })
  await expect(tv.locator('.tile')).toHaveCount(4)
  await expect(tv.locator('.stage__call')).toHaveCount(0)
  await expect(tv.locator('.tile--taken')).toContainText('001ALI')
  await expect(tv.locator('.tile__doctor')).toHaveText('Dr. Aminah')
  await expect(tv.locator('.tile--free .tile__number')).toHaveText(['Free', 'Free', 'Free'])

  await call(desk, 2, 3)
  await expect(tv.locator('.overlay__name')).toHaveText('MEI')
  await tv.clock.runFor(1_000)
  await expect(tv.locator('.tile--taken')).toHaveCount(2)
  await tv.clock.runFor(4_100)
  await expect(tv.locator('.overlay')).toHaveCount(0)
  await expect(tv.locator('.tile--newest')).toContainText('002MEI')
  const earlier = tv.locator('.tile--taken:not(.tile--newest) .tile__number')
  await expect(earlier).toHaveCSS('color', 'rgb(4, 5, 6)')

  await tv.clock.resume()
  await change(desk, { names: 'number', rooms: [3] })
  await expect(tv.locator('.tile')).toHaveCount(1)
  await expect(tv.locator('.tile')).toContainText('002')
  await expect(tv.locator('.tile__name')).toHaveCount(0)
  await change(desk, { layout: 'classic' })
  await expect(tv.locator('.stage__name')).toHaveText('No. 002')
  // Called to a room that this TV does not show.
  await call(desk, 2, 4)
  await expect(tv.locator('.stage__name')).toHaveText('N/A')
  await expect(tv.locator('.overlay')).toHaveCount(0)
})

test('a TV shows numbers alone, within its edges', async ({ desk, tv, openTv }) => {
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1, 2)
  await call(desk, 2, 3)
  await openTv()
  const heading = tv.getByText(/^(NAME|NUMBER)$/)
  const left = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? 0)
  const name = tv.locator('.stage__row-name')
  await expect(name).toHaveText('ALI')
  expect(await left(name)).toBeGreaterThan(await left(heading))
  await change(desk, { names: 'number' })
  await expect(name).toHaveText('No. 001')
  expect(await left(name)).toBe(await left(heading))
  await expect(tv.locator('.stage__columns')).toHaveText('NUMBERROOM')
  // A discreet patient is a number on every TV.
  await change(desk, { names: 'full' })
  await expect(name).toHaveText('ALI')
  await desk.request.patch('/api/patients/1', { data: { isDiscreet: true } })
  await expect(name).toHaveText('No. 001')

  const box = () => tv.locator('.stage').boundingBox()
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 1920, height: 1080 })
  await change(desk, { overscan: 5 })
  await expect.poll(box).toEqual({ x: 96, y: 54, width: 1728, height: 972 })
  await change(desk, { overscan: 2.5 })
  await expect.poll(box).toEqual({ x: 48, y: 27, width: 1824, height: 1026 })
})

test('eight tiles have names of one size, and numbers that are read from afar', async ({
  desk,
  tv,
  openTv,
}) => {
  await addRooms(desk, 5)
  await register(desk, 'MUHAMMAD AMIRUL HAKIM ALI', 'MEI', '王小明', 'கவிதா ராஜன்')
  for (const id of [1, 2, 3, 4]) await call(desk, id, id + 1)
  await change(desk, { layout: 'tiles' })
  await openTv()
  const sizes = () =>
    tv
      .locator('.tile__name > div')
      .evaluateAll(all => all.map(element => getComputedStyle(element).fontSize))
  await expect.poll(sizes).toEqual(Array(4).fill('38px'))
  await expect.poll(() => sizeOf(tv, '.tile--taken .tile__number > div')).toBe(164)
  await change(desk, { showsWaiting: true })
  await expect(tv.locator('.stage__line')).toBeVisible()
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
  ]) {
    await tv.setViewportSize(size)
    await expect(tv.locator('.tile')).toHaveCount(8)
    await expect.poll(() => sizeOf(tv, '.tile--taken .tile__number > div')).toBeGreaterThan(90)
    await expect.poll(() => overflowing(tv)).toEqual([])
  }
})

test('who waits and who missed stand in a line', async ({ desk, tv, openTv }) => {
  await register(desk, 'ALI', 'MEI', 'RAVI')
  await openTv()
  const line = tv.locator('.stage__line')
  await expect(tv.locator('.stage')).not.toContainText('Waiting')
  await change(desk, { showsWaiting: true, showsMissed: true, rooms: [3] })
  await expect(line).toHaveText('Waiting: 3')
  await register(desk, 'AH MENG')
  await expect(line).toHaveText('Waiting: 4')
  await call(desk, 1, 2)
  await expect(line).toHaveText('Waiting: 3')
  await miss(desk, 1)
  await expect(line).toHaveText('Waiting: 4')
  await change(desk, { rooms: [] })
  await expect(line).toHaveText('Waiting: 4Missed: 001 - please tell the counter')
  expect(await sizeOf(tv, '.stage__line p')).toBeGreaterThanOrEqual(32)
  const history = await tv.locator('.stage__history').boundingBox()
  expect((history?.y ?? 0) + (history?.height ?? 0)).toBe((await line.boundingBox())?.y ?? 0)

  await tv.setViewportSize({ width: 1080, height: 1920 })
  await expect(tv.locator('.stage--portrait')).toBeVisible()
  await expect.poll(() => overflowing(tv)).toEqual([])
  await change(desk, { showsWaiting: false, showsMissed: false })
  await expect(tv.locator('.stage')).not.toContainText('please tell the counter')
})
