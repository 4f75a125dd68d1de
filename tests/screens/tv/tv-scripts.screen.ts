import {
  call,
  changeStatus,
  expect,
  openScreen,
  type Page,
  register,
  renameRoom,
  stopClock,
} from '../../support/screens/fixtures.ts'
import { getTicketPath, turnTicketsOn } from '../../support/screens/tickets.ts'
import { announced, overflowing, test } from '../../support/screens/tv-fixtures.ts'

const NAMES = [
  'NGUYỄN THỊ ẤN ẾCH ẴM',
  'ஸ்ரீகிருஷ்ணமூர்த்தி',
  'ฐิติญา ปู่ญี่ปุ่น',
  'မြင့်မြင့် ကျော်စွာ',
  'ÇAĞRI ÅNGSTRÖM ŠĶĄ',
  '欧阳娜娜 上官婉儿',
]

test('in no script a name is cut, or lies on another line', async ({ desk, tv, openTv }) => {
  const change = (layout: string) =>
    desk.request.patch('/api/tv-devices/1', { data: { layout, names: 'full' } })
  await tv.clock.install()
  await openTv()
  await stopClock(tv)
  for (const [index, name] of NAMES.entries()) {
    const [first, second] = [2 * index + 1, 2 * index + 2]
    await renameRoom(desk, 2, `Jolly gypsy ${name}`)
    await register(desk, name, name)
    for (const [id, room] of [
      [first, 3],
      [second, 2],
    ] as const) {
      await call(desk, id, room)
      await expect(tv.locator('.overlay__name')).toHaveText(name)
      await expectWhole(tv)
      await announced(tv)
    }
    await expect(tv.locator('.stage__row-name').first()).toHaveText(name)
    await expectWhole(tv)
    await change('tiles')
    await expect(tv.locator('.tile__name')).toHaveText([name, name])
    await expectWhole(tv)
    await change('classic')
    await expect(tv.locator('.stage__call')).toBeVisible()
    for (const id of [first, second]) await changeStatus(desk, id, { status: 'completed' })
  }
})

async function expectWhole(tv: Page) {
  await tv.clock.runFor(100)
  await expect.poll(() => findCut(tv)).toEqual([])
}

/** The texts whose letters, as a canvas measures them, leave their line or its box. */
function findCut(tv: Page) {
  return tv.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    return Array.from(document.querySelectorAll<HTMLElement>('.fitted > div')).flatMap(element => {
      const style = getComputedStyle(element)
      const text = element.textContent ?? ''
      const box = element.parentElement?.getBoundingClientRect()
      if (!canvas || !box || text === '') return []
      // Large, because small ones are rounded to whole px.
      canvas.font = `${style.fontWeight} 400px ${style.fontFamily}`
      const metrics = canvas.measureText(text)
      const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = metrics
      const shift = (metrics.fontBoundingBoxAscent - metrics.fontBoundingBoxDescent) / 2
      const line = (400 * Number.parseFloat(style.lineHeight)) / Number.parseFloat(style.fontSize)
      const isWithinLine =
        ascent + descent <= line && ascent <= line / 2 + shift && descent <= line / 2 - shift
      const { top, bottom } = element.getBoundingClientRect()
      const isWithinBox = top >= box.top - 1 && bottom <= box.bottom + 1
      return isWithinLine && isWithinBox ? [] : [`${text}: ${ascent} + ${descent} of ${line}`]
    })
  })
}

/** As long as a name may be; in some scripts without a space. */
const LONGEST = [
  'W'.repeat(25),
  'WWWWWWWWWWWW WWWWWWWWWWWW',
  'ஸ்ரீகிருஷ்ணமூர்த்திகிருஷ்',
  '欧阳娜娜上官婉儿欧阳娜娜上官婉儿欧阳娜娜上官婉儿欧',
  'MOHAMMAD WAWAMMAD BIN WAW',
]

test('the longest names are as large as promised, lying and upright', async ({
  desk,
  tv,
  openTv,
}) => {
  await renameRoom(desk, 2, `${'W'.repeat(19)} ${'W'.repeat(20)}`)
  await register(desk, ...LONGEST)
  for (const [index] of LONGEST.entries()) {
    if (index > 0) await changeStatus(desk, index, { status: 'completed' })
    await call(desk, index + 1)
  }
  await openTv()
  const getSizes = (parts: string) =>
    tv
      .locator(`${parts} > div`)
      .evaluateAll(elements =>
        elements.map(one => Number.parseFloat(getComputedStyle(one).fontSize)),
      )
  const expectSize = (parts: string, px: number) =>
    expect.poll(async () => Math.min(...(await getSizes(parts)))).toBeGreaterThanOrEqual(px)
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
  ]) {
    await tv.setViewportSize(size)
    await desk.request.patch('/api/tv-devices/1', { data: { layout: 'classic' } })
    await expect(tv.locator('.stage__row-name')).not.toHaveCount(0)
    await expectSize('.stage__row-name', 22)
    await expectSize('.stage__row-place', 16)
    await expectSize('.stage__name', 20)
    await expect.poll(() => overflowing(tv)).toEqual([])
    await desk.request.patch('/api/tv-devices/1', { data: { layout: 'tiles' } })
    await expect(tv.locator('.tile__name')).not.toHaveCount(0)
    await expectSize('.tile__name', 22)
  }
})

const isFontOf = (script: string) => (url: URL) => url.pathname.includes(`/noto-sans-${script}-`)

test('what is printed or typed in Tamil or Chinese brings its fonts', async ({ desk }) => {
  await turnTicketsOn(desk)
  await register(desk, 'ALI')
  await openScreen(desk, '/register', 'RegisterScreen')
  const typed = desk.waitForResponse(response => isFontOf('tamil')(new URL(response.url())))
  await desk.getByRole('textbox', { name: /name/i }).first().fill('கவிதா')
  expect((await typed).status()).toBe(200)

  await desk.addInitScript(() => {
    window.print = () => {
      const isLoaded = ['Noto Sans Tamil', 'Noto Sans SC'].every(family =>
        [...document.fonts].some(font => font.family.includes(family) && font.status === 'loaded'),
      )
      document.body.dataset.printedWith = isLoaded ? 'fonts' : 'boxes'
    }
  })
  await desk.goto('/tickets/1')
  await expect(desk.locator('body')).toHaveAttribute('data-printed-with', 'fonts')
})

test('Tamil is drawn in the shipped letters on a ticket, its paper and a button', async ({
  desk,
}) => {
  await turnTicketsOn(desk)
  await register(desk, 'ALI')
  const ticket = `${await getTicketPath(desk, 1)}?lang=ta`
  await desk.addInitScript(() => {
    window.print = () => {}
  })
  for (const path of [ticket, '/tickets/1', '/displays?tab=voice']) {
    await desk.goto(path)
    const texts = desk.getByText(/^[\u0b80-\u0bff ]{4,}$/).filter({ visible: true })
    await expect(texts.first()).toBeVisible()
    for (const text of await texts.all())
      await expect.poll(() => text.evaluate(isShipped)).toBe(true)
  }
})

/** Runs in the page: is the text as wide as one in the shipped font alone? */
function isShipped(element: Element) {
  const probe = document.createElement('span')
  const { fontSize, letterSpacing } = getComputedStyle(element)
  probe.style.cssText = `position: absolute; white-space: nowrap; font: 700 ${fontSize} 'Noto Sans Tamil'; letter-spacing: ${letterSpacing}`
  probe.textContent = (element.textContent ?? '').trim()
  document.body.append(probe)
  const { width } = probe.getBoundingClientRect()
  probe.remove()
  const range = document.createRange()
  range.selectNodeContents(element.lastChild ?? element)
  const drawn = [...range.getClientRects()].reduce((sum, line) => sum + line.width, 0)
  return width > 0 && Math.abs(drawn - width) < 0.05 * width
}
