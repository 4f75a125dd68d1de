import { Hono } from 'hono'
import { z } from 'zod'
import { MAX_TV_HISTORY } from '#domain/display/tv-device'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { hideDiscreetName } from '#domain/display/tv-patient'
import { toCallJson } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import type { OptionalField } from '#domain/patients/patient-fields'
import { toPatientJson } from '#domain/patients/patient-json'
import { getSecondsLeftOfDay, isDay } from '#domain/time'
import { confirmDate } from '../../actions/system/cleanup.ts'
import type { App } from '../../context.ts'
import { getPrayerTimes } from '../../queries/prayer-times.ts'
import { getCallHistory, getCallsAfter, getCurrentCall } from '../../queries/queue.ts'
import { getMedia, getSettings } from '../../queries/settings.ts'
import { getShownCalls } from '../../queries/shown-calls.ts'
import { getStats } from '../../queries/stats.ts'
import { getClock } from '../../queries/system/clock.ts'
import { getGettingStarted } from '../../queries/system/getting-started.ts'
import { getNotices } from '../../queries/system/notices.ts'
import { getTextGroups, getTheme } from '../../queries/themes.ts'
import { getEstimates } from '../../queries/waiting/estimates.ts'
import { getWeather } from '../../queries/weather.ts'
import { cachedJson } from '../cached-json.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { perform } from '../perform.ts'
import { locationQuery } from '../schemas/fields.ts'
import { callsQuery, currentCallQuery } from '../schemas/tv-devices.ts'

export const dashboard = new Hono<AppEnv>()
  .use(requireSession)
  .get('/notices', requireAdmin, async c => c.json(await getNotices(c.var.app)))
  .get('/getting-started', requireAdmin, async c => c.json(await getGettingStarted(c.var.app)))
  .get('/stats', async c => c.json(await getStats(c.var.app)))
  .get('/current-call', validate('query', currentCallQuery), async c => {
    const current = await getCurrentCall(c.var.app)
    return c.json(current && toStaffJson(current))
  })
  .get('/history', c =>
    cachedJson(c, 'history', async () => (await getCallHistory(c.var.app)).map(toStaffJson)),
  )
  .get('/shown-calls', validate('query', currentCallQuery), async c =>
    c.json(await getShownCalls(c.var.app, DEFAULT_TV_OPTIONS, MAX_TV_HISTORY)),
  )
  .get('/receipts', c => c.json(c.var.app.tv.receipts.list()))
  .get('/calls', validate('query', callsQuery), async c =>
    c.json((await getCallsAfter(c.var.app, c.req.valid('query').after)).map(toCallJson)),
  )

const PRAYER_TIMES_MAX_AGE_S = 60 * 60

export const display = new Hono<AppEnv>()
  .get('/display', requireSession, async c => c.json(await getMedia(c.var.app)))

  .get('/themes/active', requireSession, async c => c.json(getTheme(await getSettings(c.var.app))))

  .get('/text-groups/active', requireSession, async c =>
    c.json(getTextGroups(await getSettings(c.var.app))),
  )

  .get('/estimates', requireSession, async c => {
    const { queues: _, ...estimates } = await getEstimates(c.var.app)
    return c.json(estimates)
  })

  .get('/prayer-times', requireSession, validate('query', locationQuery), async c => {
    c.header('cache-control', cacheControlForToday(c.var.app))
    return c.json(await getPrayerTimes(c.var.app, c.req.valid('query')))
  })

  .get('/weather', requireSession, validate('query', locationQuery), async c =>
    c.json(await getWeather(c.var.app, c.req.valid('query'))),
  )

/** Caches until midnight at most, because tomorrow has other times. */
function cacheControlForToday({ now, config }: App) {
  const seconds = Math.min(PRAYER_TIMES_MAX_AGE_S, getSecondsLeftOfDay(now(), config.timeZone))
  return `private, max-age=${seconds}`
}

const confirmForm = z.object({ day: z.string().refine(isDay, 'Enter a day') })

export const clock = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', async c => c.json(await getClock(c.var.app)))

  .post('/confirm', validate('json', confirmForm), c =>
    perform(c, async tx => {
      const { day } = c.req.valid('json')
      const body = await confirmDate(tx, c.var.app, day)
      return { body, audit: { action: 'date confirmed', subject: day } }
    }),
  )

/** Patients may see the staff's display, so it gets only these fields and no new ones. */
const STAFF_FIELDS = [
  ...['id', 'name', 'number', 'label', 'day', 'queue', 'type', 'status', 'registeredAt'],
  ...['appointmentAt', 'calledAt', 'callSequence', 'room', 'lastRoom', 'requeueReason', 'hold'],
  ...['isPriority', 'priorityReason', 'isDiscreet', 'readyForDispensary', 'missedCount'],
  'journey',
] as Exclude<keyof Patient, OptionalField>[]

function toStaffJson(patient: Patient) {
  const masked = hideDiscreetName(patient)
  const shown = STAFF_FIELDS.flatMap(key => (key in masked ? [[key, masked[key]]] : []))
  // Safe: `shown` has exactly these fields.
  return toPatientJson(Object.fromEntries(shown) as Omit<Patient, OptionalField>)
}
