import { expect, test } from 'bun:test'
import { settings as settingsTable } from '#db/schema/index'
import { loadAssets } from '../../server/http/assets.ts'
import { NURSE, ROOMS } from '../support/clinic.ts'
import { launch, type OldBrowser } from '../support/old-browser.ts'
import { ENGINES, engineAtHand, getEngine } from '../support/old-engines.ts'
import { aServer, type TestServer, until } from '../support/server.ts'
import { AS_CHROMIUM_53 } from './as-chromium-53.ts'

const FETCHED = await Promise.all([getEngine(64), getEngine(79)])
const [oldest] = FETCHED
const paths = ENGINES.map(engine => [String(engine), engineAtHand(engine), ''] as const)
const engines = [...paths, ['53 (what 64 has of it)', oldest, AS_CHROMIUM_53] as const]
const atHand = FETCHED.includes(null) ? [] : engines.filter(([, path]) => path !== null)
if (atHand.length === 0) console.log('old engines: skipped, they cannot be had here')

const SETTINGS = {
  clinicName: 'KLINIK SEJAHTERA',
  showPrayerTimes: 'true',
  enableMarquee: 'true',
  marqueeText: 'Please keep your number',
}
const LATIN = 'NUR AISYAH BINTI MUHAMMAD'
const CHINESE = '欧阳陈伟明'
const TAMIL = 'கிருஷ்ணமூர்த்தி சுப்பிரமணியம்'
const STARTS_WITHIN_MS = 10_000

test.concurrent.each(atHand)(
  'a TV with the engine of Chromium %s shows the whole picture, and calls',
  async (engine, path, beforeScripts) => {
    const clinic = await aClinicWithATv()
    const tv = await launch(path ?? '')
    try {
      await clinic.serve(CHINESE, TAMIL, LATIN)
      await tv.beforeScripts(beforeScripts)
      await tv.goto(clinic.tvUrl)
      await until('the page is awake', () => has(tv, 'body[data-awake]'), STARTS_WITHIN_MS)
      await showsThePicture(tv)
      await hearsCalls(tv, clinic)
      expect(tv.troubles).toEqual([])
    } catch (cause) {
      await tv.screenshot(`tests/.results/tv-in-chromium-${Number.parseInt(engine, 10)}.png`)
      throw new Error([cause, ...tv.troubles].join('\n'), { cause })
    } finally {
      await tv.close()
      await clinic.close()
    }
  },
  60_000,
)

async function showsThePicture(tv: OldBrowser) {
  expect(await texts(tv, '.stage__clinic-name, .stage__columns span')).toEqual([
    SETTINGS.clinicName,
    'NAME',
    'ROOM',
  ])
  expect(await texts(tv, '.stage__row-name')).toEqual([LATIN, TAMIL, CHINESE])
  expect(await texts(tv, '.stage__name')).toEqual(['N/A'])
  expect(await texts(tv, '.stage__prayer-time')).toEqual(Array(5).fill(expect.stringMatching(TIME)))
  expect(await has(tv, '.stage__prayer--next')).toBe(true)
  expect(await paintOf(tv, '.stage__clinic')).toBe('rgb(30, 64, 175)')
  expect((await texts(tv, '.stage__weekday'))[0]).toBe(todayInTheClinic())

  const [time = ''] = await texts(tv, '.stage__time')
  expect(time).toMatch(/^\d\d:\d\d:\d\d$/)
  await until('the clock ticks', async () => (await texts(tv, '.stage__time'))[0] !== time)
  expect(await texts(tv, '.stage__marquee')).toEqual([SETTINGS.marqueeText])
  const left = await leftOf(tv, '.stage__marquee-line')
  await until('the line runs', async () => (await leftOf(tv, '.stage__marquee-line')) < left - 50)
  await everythingFits(tv)
}

/** The first call is given its time on the screen; the next one sends it to those called before. */
async function hearsCalls(tv: OldBrowser, clinic: ClinicWithATv) {
  await tv.press('Enter')
  await until('the hint is gone', async () => !(await has(tv, '.stage__hint')))
  const first = await clinic.call(TAMIL, ROOMS.one)
  await until('the call is shown', () => has(tv, '.overlay'))
  expect(await texts(tv, '.overlay__name, .overlay__room')).toEqual([TAMIL, 'Room 1'])
  await everythingFits(tv)
  await until('the overlay ends', async () => !(await has(tv, '.overlay')), 10_000)
  expect(await texts(tv, '.stage__name, .stage__room')).toEqual([TAMIL, 'Room 1'])

  await clinic.complete(first)
  await clinic.call('ALI', ROOMS.two)
  await until('the next call is shown', () => has(tv, '.overlay'))
  await until('the panel follows', async () => (await texts(tv, '.stage__name'))[0] === 'ALI')
  await until('the first is history', async () =>
    Bun.deepEquals(await texts(tv, '.stage__row-name'), [TAMIL, LATIN, TAMIL]),
  )
  await everythingFits(tv)
}

const TIME = /^\d\d:\d\d$/

function todayInTheClinic() {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Asia/Kuala_Lumpur' })
  return weekday.format(new Date()).toUpperCase()
}

type ClinicWithATv = Awaited<ReturnType<typeof aClinicWithATv>>

/** The page goes by the answers' own clock: here the clinic's has to be right. */
async function aClinicWithATv() {
  const ctx = await aServer({ assets: loadAssets() })
  const setClock = () => ctx.clock.set(new Date().toISOString())
  setClock()
  await save(ctx, SETTINGS)
  const admin = await ctx.admin()
  const added = await admin.send('POST', '/api/tv-devices', { userId: NURSE.id, name: 'Hall' })

  async function call(name: string, room: number) {
    setClock()
    const { id } = await admin.register(name)
    expect((await admin.call(id, room)).status).toBe(200)
    return id
  }
  const complete = (id: number) =>
    admin.send('PATCH', `/api/patients/${id}/status`, { status: 'completed' })

  return {
    ...ctx,
    tvUrl: `${ctx.url}/tv/${added.body.token}`,
    call,
    complete,
    async serve(...names: string[]) {
      for (const name of names) await complete(await call(name, ROOMS.one))
    },
  }
}

function save({ database }: TestServer, values: Record<string, string>) {
  const rows = Object.entries(values).map(([key, value]) => ({
    key,
    value,
    category: 'display' as const,
    updatedAt: new Date().toISOString(),
  }))
  return database.write(async tx => void (await tx.insert(settingsTable).values(rows)))
}

function has(tv: OldBrowser, selector: string) {
  return tv.evaluate<boolean>(`document.querySelector('${selector}') !== null`)
}

function texts(tv: OldBrowser, selector: string) {
  return tv.evaluate<string[]>(`${all(selector)}.map(function (one) { return one.textContent })`)
}

function leftOf(tv: OldBrowser, selector: string) {
  return tv.evaluate<number>(`${all(selector)}[0].getBoundingClientRect().left`)
}

function paintOf(tv: OldBrowser, selector: string) {
  return tv.evaluate<string>(`getComputedStyle(${all(selector)}[0]).backgroundColor`)
}

/** What an old engine rounds a line up by. */
const TOLERATED_PX = 2

/** No text is wider or higher than its box, once its letters have come. */
async function everythingFits(tv: OldBrowser) {
  const strays = () =>
    tv.evaluate<string[]>(`${all('.fitted')}.filter(function (box) {
      return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + ${TOLERATED_PX}
    }).map(function (box) { return box.textContent })`)
  await until('all letters fit', async () => (await strays()).length === 0, 2_000).catch(() => {})
  expect(await strays()).toEqual([])
}

function all(selector: string) {
  return `Array.from(document.querySelectorAll('${selector}'))`
}
