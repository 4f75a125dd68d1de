import { expect, setDefaultTimeout, test } from 'bun:test'
import { loadAssets } from '../../server/http/assets.ts'
import { launchOldBrowser, type OldBrowser } from '../support/browser/old-browser.ts'
import { ENGINES, findCachedEngine, getEngine } from '../support/browser/old-engines.ts'
import { NURSE, ROOMS } from '../support/server/test-clinic.ts'
import { startTestServer, until } from '../support/server/test-server.ts'
import { storeSettings } from '../support/settings.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { describeUnless, type Problem } from '../support/unless.ts'
import { AS_CHROMIUM_53 } from './as-chromium-53.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const engineProblem: Problem = await Promise.all([getEngine(64), getEngine(79)]).then(
  () => null,
  ({ message }) => message,
)
/** 64 itself can do all that is left of it as 53. */
const isTested = (engine: (typeof ENGINES)[number]) => engine === 79 || findCachedEngine(engine)
const tested = ENGINES.filter(engine => engine !== 64 && isTested(engine))
const engines = [
  ...tested.map(engine => [String(engine), engine, ''] as const),
  ['53 (emulated in 64)', 64, AS_CHROMIUM_53] as const,
]

const SETTINGS = {
  clinicName: 'KLINIK SEJAHTERA',
  showPrayerTimes: 'true',
  enableMarquee: 'true',
  marqueeText: 'Please keep your number',
  voiceLanguages: 'zh',
}
const LATIN = 'NUR AISYAH BINTI MUHAMMAD'
const CHINESE = '欧阳陈伟明'
const TAMIL = 'கிருஷ்ணமூர்த்தி சுப்பிரமணியம்'

/** What was played to its end. */
const NOTE_SOUNDS = `
window.heard = []
var play = HTMLMediaElement.prototype.play
HTMLMediaElement.prototype.play = function () {
  var file = this.src.replace(/\\?.*/, '').replace(/.*\\//, '')
  this.addEventListener('ended', function () { window.heard.push(file) })
  return play.call(this)
}`

describeUnless(engineProblem)('a TV with an old engine', () => {
  test.concurrent.each(engines)(
    'Chromium %s renders the whole stage and announces calls',
    async (name, engine, beforeScripts) => {
      const clinic = await aClinicWithATv()
      const tv = await launchOldBrowser(findCachedEngine(engine) ?? '')
      try {
        await clinic.serve(CHINESE, TAMIL, LATIN)
        await tv.beforeScripts(beforeScripts + NOTE_SOUNDS)
        await tv.goto(clinic.tvUrl)
        await until('the page has started', () => has(tv, 'body[data-awake]'))
        await expectStage(tv)
        await expectCalls(tv, clinic)
        expect(tv.consoleErrors).toEqual([])
      } catch (cause) {
        await tv.screenshot(`tests/.results/tv-in-chromium-${Number.parseInt(name, 10)}.png`)
        throw new Error([cause, ...tv.consoleErrors].join('\n'), { cause })
      } finally {
        await tv.close()
        await clinic.close()
      }
    },
  )
})

async function expectStage(tv: OldBrowser) {
  expect(await texts(tv, '.stage__clinic-name, .stage__columns span')).toEqual([
    SETTINGS.clinicName,
    'NAME',
    'ROOM',
  ])
  expect(await texts(tv, '.stage__row-name')).toEqual([LATIN, TAMIL, CHINESE])
  expect(await texts(tv, '.stage__name')).toEqual(['N/A'])
  expect(await texts(tv, '.stage__prayer-time')).toEqual(Array(5).fill(expect.stringMatching(TIME)))
  expect(await has(tv, '.stage__prayer--next')).toBe(true)
  expect(await getBackgroundColor(tv, '.stage__clinic')).toBe('rgb(30, 64, 175)')
  await until('the clock is right', async () => {
    const [time = '', weekday = ''] = await texts(tv, '.stage__time, .stage__weekday')
    return `${weekday} ${time.slice(0, 5)}` === getClinicTime()
  })

  const [time = ''] = await texts(tv, '.stage__time')
  expect(time).toMatch(/^\d\d:\d\d:\d\d$/)
  await until('the clock ticks', async () => (await texts(tv, '.stage__time'))[0] !== time)
  expect(await texts(tv, '.stage__marquee')).toEqual([SETTINGS.marqueeText])
  const left = await getLeft(tv, '.stage__marquee-line')
  await until('the line moves', async () => (await getLeft(tv, '.stage__marquee-line')) < left - 50)
  await expectTextsToFit(tv)
}

async function expectCalls(tv: OldBrowser, clinic: ClinicWithATv) {
  await tv.press('Enter')
  await until('the hint disappears', async () => !(await has(tv, '.stage__hint')))
  const first = await clinic.call(TAMIL, ROOMS.one)
  await until('the call is shown', () => has(tv, '.overlay'))
  expect(await texts(tv, '.overlay__name, .overlay__room')).toEqual([TAMIL, 'Room 1'])
  await expectTextsToFit(tv)
  await until('the overlay ends', async () => !(await has(tv, '.overlay')))
  expect(await tv.evaluate<string[]>('window.heard')).toContain('zh.mp3')
  expect(await texts(tv, '.stage__name, .stage__room')).toEqual([TAMIL, 'Room 1'])

  await clinic.complete(first)
  await clinic.call('ALI', ROOMS.two)
  await until('the next call is shown', () => has(tv, '.overlay'))
  await until(
    'the panel shows the next call',
    async () => (await texts(tv, '.stage__name'))[0] === 'ALI',
  )
  await until('the first call is in the history', async () =>
    Bun.deepEquals(await texts(tv, '.stage__row-name'), [TAMIL, LATIN, TAMIL]),
  )
  await expectTextsToFit(tv)
}

const TIME = /^\d\d:\d\d$/

/** None of the engines knows this name. */
const TIME_ZONE = 'Europe/Kyiv'

function getClinicTime() {
  const now = Temporal.Now.zonedDateTimeISO(TIME_ZONE)
  const weekday = now.toLocaleString('en', { weekday: 'long' }).toUpperCase()
  return `${weekday} ${now.toPlainTime().toString().slice(0, 5)}`
}

type ClinicWithATv = Awaited<ReturnType<typeof aClinicWithATv>>

/** The page takes the time from the server, whose clock must be right here. */
async function aClinicWithATv() {
  const ctx = await startTestServer({ assets: loadAssets(), timeZone: TIME_ZONE })
  const setClock = () => ctx.clock.set(new Date().toISOString())
  setClock()
  await storeSettings(ctx, SETTINGS)
  const admin = await ctx.admin()
  const response = await admin.post('/api/tv-devices', { userId: NURSE.id, name: 'Hall' })

  async function call(name: string, room: number) {
    setClock()
    const { id } = await admin.register(name)
    expect((await admin.call(id, room)).status).toBe(200)
    return id
  }
  const complete = (id: number) => admin.step(id, { status: 'completed' })

  return {
    ...ctx,
    tvUrl: `${ctx.url}/tv/${response.body.token}`,
    call,
    complete,
    async serve(...names: string[]) {
      for (const name of names) await complete(await call(name, ROOMS.one))
    },
  }
}

function has(tv: OldBrowser, selector: string) {
  return tv.evaluate<boolean>(`document.querySelector('${selector}') !== null`)
}

function texts(tv: OldBrowser, selector: string) {
  return tv.evaluate<string[]>(
    `${all(selector)}.map(function (element) { return element.textContent })`,
  )
}

function getLeft(tv: OldBrowser, selector: string) {
  return tv.evaluate<number>(`${all(selector)}[0].getBoundingClientRect().left`)
}

function getBackgroundColor(tv: OldBrowser, selector: string) {
  return tv.evaluate<string>(`getComputedStyle(${all(selector)}[0]).backgroundColor`)
}

/** Old engines round line heights up. */
const TOLERANCE_PX = 2

/** Waits for the fonts. */
async function expectTextsToFit(tv: OldBrowser) {
  const getOverflowing = () =>
    tv.evaluate<string[]>(`${all('.fitted')}.filter(function (box) {
      return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + ${TOLERANCE_PX}
    }).map(function (box) { return box.textContent })`)
  const isFitting = async () => (await getOverflowing()).length === 0
  await until('all texts fit', isFitting).catch(async () =>
    expect(await getOverflowing()).toEqual([]),
  )
}

function all(selector: string) {
  return `Array.from(document.querySelectorAll('${selector}'))`
}
