import { Hono } from 'hono'
import { getTvMediaUrl, MAX_TV_HISTORY, toTvRoom, toTvSettings } from '#domain/display/tv-device'
import { toTvPatient } from '#domain/display/tv-patient'
import type { Patient } from '#domain/patients/patient'
import { toTvPatientJson } from '#domain/patients/patient-json'
import { findDeviceByToken } from '../../actions/tv-devices.ts'
import { callsQuery, currentCallQuery } from '../../forms/calls.ts'
import { idParam } from '../../forms/fields.ts'
import { placeQuery } from '../../forms/place.ts'
import { getPrayerTimes, getWeather } from '../../queries/external.ts'
import { getCallHistory, getCallsAfter, getCurrentCall, getRooms } from '../../queries/queue.ts'
import { getMedia, getMediaItem, getSettings } from '../../queries/settings.ts'
import { getTextGroups, getTheme } from '../../queries/themes.ts'
import { notAuthorisedError, requireTv, type TvEnv } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { toTvSubscriber } from '../realtime-auth.ts'
import { sendMedia } from '../send-media.ts'
import { sendEventStream } from '../sse-response.ts'

/** Read-only, and limited to what a display shows. */
export const tv = new Hono<TvEnv>()
  .use('/:token/*', requireTv)

  .get('/:token/settings', async c =>
    c.json(toTvSettings(c.req.param('token'), await getSettings(c.var.app))),
  )

  .get('/:token/themes/active', async c => c.json(getTheme(await getSettings(c.var.app))))

  .get('/:token/text-groups/active', async c => c.json(getTextGroups(await getSettings(c.var.app))))

  .get('/:token/shown-calls', async c => {
    const [current, history] = await Promise.all([
      getCurrentCall(c.var.app),
      getCallHistory(c.var.app),
    ])
    return c.json({ current: current && toJson(current), history: toHistory(history) })
  })

  .get('/:token/current-call', validate('query', currentCallQuery), async c => {
    const current = await getCurrentCall(c.var.app)
    return c.json(current && toJson(current))
  })

  .get('/:token/calls', validate('query', callsQuery), async c =>
    c.json(await getCallsAfter(c.var.app, c.req.valid('query').after)),
  )

  .get('/:token/history', async c => c.json(toHistory(await getCallHistory(c.var.app))))

  .get('/:token/display', async c => {
    const items = await getMedia(c.var.app)
    return c.json(items.map(item => ({ ...item, url: getTvMediaUrl(c.req.param('token'), item) })))
  })

  .get('/:token/windows', async c => {
    const rooms = await getRooms(c.var.app)
    return c.json(rooms.map(toTvRoom))
  })

  .get('/:token/prayer-times', validate('query', placeQuery), async c =>
    c.json(await getPrayerTimes(c.var.app, c.req.valid('query'))),
  )

  .get('/:token/weather', validate('query', placeQuery), async c =>
    c.json(await getWeather(c.var.app, c.req.valid('query'))),
  )

  .get('/:token/media/:id/file', validate('param', idParam), async c =>
    sendMedia(c, await getMediaItem(c.var.app, c.req.valid('param').id)),
  )

  .get('/:token/events', async c => {
    const { app, events, device } = c.var
    const response = sendEventStream(c, events, toTvSubscriber(device))
    // The TV may have been revoked in the meantime; nothing would close this stream later.
    if (await findDeviceByToken(app, c.req.param('token'))) return response
    await response.body?.cancel()
    throw notAuthorisedError()
  })

function toHistory(patients: Patient[]) {
  return patients.slice(0, MAX_TV_HISTORY).map(toJson)
}

function toJson(patient: Patient) {
  return toTvPatientJson(toTvPatient(patient))
}
