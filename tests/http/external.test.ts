import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { SettingTexts } from '#domain/settings-record'
import {
  broken,
  good,
  PARTLY_CLOUDY,
  startWeatherService,
} from '../support/fakes/weather-service.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { TEN_O_CLOCK } from '../support/server/test-clinic.ts'
import { storeSettings } from '../support/settings.ts'

const LONDON = '?latitude=51.5&longitude=-0.12'

let service: ReturnType<typeof startWeatherService>
let ctx: TestApp
let nurse: Client

beforeEach(async () => {
  service = startWeatherService()
  ctx = await createTestApp({ weatherUrl: service.url })
  nurse = await ctx.nurse()
})
afterEach(async () => {
  service.close()
  await ctx.close()
})

const choose = (values: Partial<SettingTexts>) => storeSettings(ctx, values)

describe('the prayer times', () => {
  const timesAt = async (query = '') => (await nurse(`/api/prayer-times${query}`)).body.prayerTimes

  test("are today's, in Kuala Lumpur by default", async () => {
    const { status, body } = await nurse('/api/prayer-times')
    expect(status).toBe(200)
    expect(body).toEqual({
      prayerTimes: [
        { key: 'fajr', name: 'Subuh', time: expect.stringMatching(/^05:4\d$/) },
        { key: 'dhuhr', name: 'Zohor', time: expect.stringMatching(/^13:0\d$/) },
        { key: 'asr', name: 'Asar', time: expect.stringMatching(/^16:2\d$/) },
        { key: 'maghrib', name: 'Maghrib', time: expect.stringMatching(/^(18:5\d|19:0\d)$/) },
        { key: 'isha', name: 'Isyak', time: expect.stringMatching(/^20:1\d$/) },
      ],
    })
    expect(await timesAt('?latitude=3.139&longitude=101.6869')).toEqual(body.prayerTimes)
  })

  test('are those of the saved place, unless the display sends its own', async () => {
    const inLondon = await timesAt(LONDON)
    const inKualaLumpur = await timesAt()
    await choose({ latitude: '51.5', longitude: '-0.12' })
    expect(await timesAt()).toEqual(inLondon)
    expect(await timesAt('?latitude=3.139&longitude=101.6869')).toEqual(inKualaLumpur)
  })

  test("are those of JAKIM's zone, which the place or the setting decides", async () => {
    const getTimes = async () => (await timesAt()).map(({ time }: { time: string }) => time)
    expect(await getTimes()).toEqual(['05:49', '13:02', '16:24', '18:59', '20:12'])
    await choose({ prayerZone: 'KTN01' })
    const chosen = ['05:50', '12:59', '16:20', '18:53', '20:02']
    expect(await getTimes()).toEqual(chosen)
    await choose({ prayerOffsetMaghrib: '2', prayerAsr: 'hanafi' })
    expect(await getTimes()).toEqual(chosen.with(2, '17:14').with(3, '18:55'))
  })

  test("are calculated although version 1.1.0 stored JAKIM's table", async () => {
    const calculated = await timesAt()
    const table = sql`insert into prayer_days values ('2026-11-20', 'WLY01', 300, 700, 900, 1100, 1200)`
    await ctx.database.write(tx => tx.run(table))
    await storeSettings(ctx, {})
    expect(await timesAt()).toEqual(calculated)
  })

  test('follow method and minutes of the settings, and are an empty list without a sunset', async () => {
    await choose({ prayerMethod: 'Karachi', prayerOffsetDhuhr: '-10' })
    const [, dhuhr] = await timesAt()
    expect(dhuhr).toEqual({ key: 'dhuhr', name: 'Dhuhr', time: expect.stringMatching(/^12:5\d$/) })
    ctx.clock.set('2026-06-21T02:00:00.000Z')
    nurse = await ctx.nurse()
    expect(await timesAt('?latitude=69.65&longitude=18.96&t=1')).toEqual([])
    expect((await nurse('/api/weather?latitude=-90&longitude=180')).status).toBe(200)
  })

  test.each([
    ['at ten in the morning for an hour', TEN_O_CLOCK, 3600],
    ['an hour before midnight for that hour', '2026-11-20T15:00:00.000Z', 3600],
    ['ten minutes before midnight for those', '2026-11-20T15:50:00.000Z', 600],
    ['in the last second for that one', '2026-11-20T15:59:59.000Z', 1],
    ['at midnight for an hour again', '2026-11-20T16:00:00.000Z', 3600],
  ])('are cached %s', async (_, now, seconds) => {
    ctx.clock.set(now)
    nurse = await ctx.nurse()
    const { headers } = await nurse('/api/prayer-times')
    expect(headers.get('cache-control')).toBe(`private, max-age=${seconds}`)
  })
})

describe('the weather', () => {
  test("is the service's for the saved place, missing during an outage, and cached by the server only", async () => {
    await choose({ latitude: '51.5', longitude: '-0.12' })
    service.is(broken)
    const { status, body, headers } = await nurse('/api/weather')
    expect([status, body]).toEqual([503, { error: 'Failed to fetch weather data' }])
    expect(headers.get('retry-after')).toBe('60')

    service.is(good)
    ctx.clock.advance(60_000)
    for (const path of ['/api/weather', `/api/weather${LONDON}`]) {
      const { headers, body } = await nurse(path)
      expect([headers.get('cache-control'), body]).toEqual(['no-store', PARTLY_CLOUDY])
    }
    expect(service.requests).toHaveLength(2)
    expect(service.requests[1]?.search).toContain('latitude=51.5&longitude=-0.12')
  })
})
