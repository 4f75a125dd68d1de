import { call, expect, type Page, register, stopClock } from '../../support/screens/fixtures.ts'
import { overrideTvSettings, test } from '../../support/screens/tv-fixtures.ts'
import { settingsBody } from '../../support/settings.ts'

const SEA = 'linear-gradient(90deg, #0ea5e9 0%, #1e3a8a 100%)'
const GOLD_AS_READ = 'linear-gradient(135deg, rgb(251, 191, 36) 0%, rgb(245, 158, 11) 100%)'
const SEA_AS_READ = 'linear-gradient(90deg, rgb(14, 165, 233) 0%, rgb(30, 58, 138) 100%)'

const CHOSEN = {
  clinicName: 'KLINIK AMAN',
  clinicNameTextColor: '#010203',
  headerBackgroundMode: 'gradient',
  headerBackgroundGradient: SEA,
  headerTextMode: 'gradient',
  headerTextGradient: SEA,
  callNameTextMode: 'gradient',
  callNameTextGradient: SEA,
  windowTextColor: '#040506',
  callBackgroundColor: '#070809',
  callBorderColor: '#0a0b0c',
  queueTextColor: '#0d0e0f',
  queueBackgroundMode: 'gradient',
  queueBackgroundGradient: SEA,
  queueItemBackgroundColor: '#101112',
  queueHighlightColor: '#131415',
  queueBorderColor: '#161718',
  historyNameMode: 'gradient',
  modalBackgroundColor: '#191a1b',
  modalBorderColor: '#1c1d1e',
  modalTextColor: '#1f2021',
  showPrayerTimes: 'true',
  prayerTimesBackgroundColor: '#222324',
  prayerTimesHighlightColor: '#ffffff',
  prayerTimesTextMode: 'gradient',
  prayerTimesTextGradient: SEA,
  enableMarquee: 'true',
  marqueeText: 'Selamat datang ke klinik',
  marqueeColor: '#252627',
  marqueeBackgroundMode: 'gradient',
  marqueeBackgroundGradient: SEA,
}

const PLAIN: [part: string, property: string, value: string][] = [
  ['.stage__clinic', 'background-image', SEA_AS_READ],
  ['.stage__clinic-name > div', 'color', 'rgb(1, 2, 3)'],
  ['.stage__room-name > div', 'color', 'rgb(4, 5, 6)'],
  ['.stage__rule', 'background-color', 'rgb(4, 5, 6)'],
  ['.stage__call', 'background-color', 'rgb(7, 8, 9)'],
  ['.stage__call', 'border-left-color', 'rgb(10, 11, 12)'],
  // Readable on the white chip, so it is the panel's own color.
  ['.stage__number', 'color', 'rgb(7, 8, 9)'],
  ['.stage__columns span:first-child', 'color', 'rgb(13, 14, 15)'],
  ['.stage__history', 'background-image', SEA_AS_READ],
  ['.stage__history', 'border-top-color', 'rgb(22, 23, 24)'],
  ['.stage__row--taken', 'background-color', 'rgb(16, 17, 18)'],
  ['.stage__newest', 'background-color', 'rgb(19, 20, 21)'],
  ['.overlay', 'background-color', 'rgb(25, 26, 27)'],
  ['.overlay', 'border-top-color', 'rgb(28, 29, 30)'],
  ['.overlay__name > div', 'color', 'rgb(31, 32, 33)'],
  ['.overlay__band', 'background-color', 'rgb(28, 29, 30)'],
  // The contrast rule picks white text on the dark border's color.
  ['.overlay__room > div', 'color', 'rgb(255, 255, 255)'],
  ['.overlay__number', 'color', 'rgb(255, 255, 255)'],
  ['.stage__panel--prayer', 'background-color', 'rgb(34, 35, 36)'],
  ['.stage__prayer--next', 'background-color', 'rgb(255, 255, 255)'],
  // The contrast rule picks dark text on white.
  ['.stage__prayer--next span:first-child', 'color', 'rgb(17, 24, 39)'],
  ['.stage__marquee', 'background-image', SEA_AS_READ],
  ['.stage__marquee-line span', 'color', 'rgb(37, 38, 39)'],
]

const GRADIENT_LETTERS = [
  '.stage__calling span',
  '.stage__name > div',
  '.stage__prayer:not(.stage__prayer--next) .stage__prayer-name',
]

async function isInGradient(tv: Page, part: string, gradient = SEA_AS_READ) {
  const letters = tv.locator(part).first()
  await expect(letters).toHaveCSS('background-image', gradient)
  await expect(letters).toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)')
  await expect(letters).toHaveCSS('background-clip', 'text')
}

test('every color and gradient that the admin chose is on the TV', async ({ desk, tv, openTv }) => {
  await overrideTvSettings(tv, CHOSEN)
  await register(desk, 'ALI', 'MEI', 'RAVI')
  await call(desk, 3, 1)
  await call(desk, 1, 2)
  await tv.clock.install()
  await openTv()
  await stopClock(tv)
  await expect(tv.locator('.stage__clinic-name')).toHaveText('KLINIK AMAN')
  await call(desk, 2, 3)
  await expect(tv.locator('.overlay__name')).toHaveText('MEI')
  await tv.clock.runFor(1_000)
  await expect(tv.locator('.stage__row--newest')).toContainText('ALI')
  for (const [part, property, value] of PLAIN) {
    await expect(tv.locator(part).first()).toHaveCSS(property, value)
  }
  for (const part of GRADIENT_LETTERS) await isInGradient(tv, part)
  // A gradient that was not chosen is gold.
  await isInGradient(tv, '.stage__row-name > div', GOLD_AS_READ)
  // The newest one's is on white.
  await isInGradient(
    tv,
    '.stage__row:not(.stage__row--newest) .stage__row-number span',
    GOLD_AS_READ,
  )

  await tv.clock.resume()
  await tv.unroute('**/api/tv/*/settings')
  const solid = { callNameTextMode: 'solid', callNameTextColor: '#010203' }
  await overrideTvSettings(tv, { ...CHOSEN, ...solid })
  await desk.request.put('/api/settings', { data: settingsBody({ marqueeText: 'LATER' }) })
  const name = tv.locator('.stage__name > div')
  await expect(name).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(name).toHaveCSS('background-image', 'none')
  await expect(name).toHaveCSS('-webkit-text-fill-color', 'rgb(1, 2, 3)')
})

test('a marquee of any length moves at 100 px a second', async ({ tv, tvUrl }) => {
  for (const marqueeText of [
    'Welcome',
    'Sila ambil nombor dan tunggu nama anda dipanggil. '.repeat(8),
  ]) {
    await overrideTvSettings(tv, { enableMarquee: 'true', marqueeText })
    await tv.goto(tvUrl)
    const line = tv.locator('.stage__marquee-line')
    await expect(line).toHaveText(marqueeText.trim())
    // It begins to move once it is laid out.
    await expect.poll(() => line.evaluate(element => element.getAnimations().length)).toBe(1)
    const { from, to, ms, rounds, width } = await line.evaluate(element => {
      const effect = element.getAnimations()[0]?.effect
      if (!(effect instanceof KeyframeEffect)) throw new Error('nothing moves')
      const [from = 0, to = 0] = effect
        .getKeyframes()
        .map(({ transform }) => Number.parseFloat(String(transform).replace('translateX(', '')))
      const { duration, iterations } = effect.getTiming()
      const width = (element as HTMLElement).offsetWidth
      return { from, to, ms: Number(duration), rounds: iterations, width }
    })
    expect([from, rounds]).toEqual([1920, Number.POSITIVE_INFINITY])
    expect(to).toBeLessThanOrEqual(-width)
    expect((from - to) / (ms / 1000)).toBeCloseTo(100, 5)
  }
})
