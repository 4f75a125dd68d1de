import { Hono } from 'hono'
import {
  getTvSessionId,
  hideMediaName,
  MAX_TV_HISTORY,
  toTvMedia,
  toTvSettings,
} from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import { toCallJson } from '#domain/events'
import { removeScreen } from '../../actions/tv/tv-devices.ts'
import { getPrayerTimes } from '../../queries/prayer-times.ts'
import { getTvCallsAfter } from '../../queries/queue.ts'
import { getMedia, getMediaItem, getSettings, getTvSettings } from '../../queries/settings.ts'
import { getShownCalls, SHOWN_TABLES } from '../../queries/shown-calls.ts'
import { getTextGroups, getTheme } from '../../queries/themes.ts'
import { findDeviceByToken } from '../../queries/tv-devices.ts'
import { getVoiceOfCall } from '../../queries/voice.ts'
import { getWeather } from '../../queries/weather.ts'
import { write } from '../../write.ts'
import { cachedJson } from '../cached-json.ts'
import { getClientAddress } from '../client-address.ts'
import { sendEventStream, toTvSubscriber } from '../live.ts'
import { requireTv, type TvEnv } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { byId, validate } from '../middleware/validation.ts'
import { reloadOldTv } from '../new-build.ts'
import { locationQuery } from '../schemas/fields.ts'
import {
  callsQuery,
  heartbeatForm,
  mediaQuery,
  receiptsForm,
  tvEventsQuery,
} from '../schemas/tv-devices.ts'
import { callVoiceParam, callVoiceQuery } from '../schemas/voice.ts'
import { sendMedia, sendVoice } from '../send-file.ts'

const limitReports = limitRate('TV reports')

export const tv = new Hono<TvEnv>()
  .use('/:token/*', requireTv)

  .get('/:token/settings', async c =>
    c.json(toTvSettings(c.req.param('token'), await getTvSettings(c.var.app))),
  )

  .get('/:token/themes/active', async c => c.json(getTheme(await getSettings(c.var.app))))

  .get('/:token/text-groups/active', async c => c.json(getTextGroups(await getSettings(c.var.app))))

  // TVs with the same options share the cached calls.
  .get('/:token/shown-calls', c => {
    const { app, device } = c.var
    const read = () => getShownCalls(app, device.options, MAX_TV_HISTORY)
    return cachedJson(c, `shown ${JSON.stringify(device.options)}`, read, SHOWN_TABLES)
  })

  .get('/:token/calls', validate('query', callsQuery), async c =>
    c.json(
      (await getTvCallsAfter(c.var.app, c.req.valid('query').after, c.var.device.options)).map(
        toCallJson,
      ),
    ),
  )

  .get(
    '/:token/calls/:sequence/voice/:file',
    validate('param', callVoiceParam),
    validate('query', callVoiceQuery),
    async c => {
      const { sequence, file } = c.req.valid('param')
      const { options } = c.var.device
      const place = { sequence, calledAt: c.req.valid('query').at }
      const mp3 = await getVoiceOfCall(c.var.app, place, { language: file, options })
      if (!mp3) throw new DomainError('Not found', { status: 404 })
      return sendVoice(c, mp3)
    },
  )

  .get('/:token/display', async c => {
    const items = await getMedia(c.var.app)
    return c.json(items.map(item => toTvMedia(c.req.param('token'), item)))
  })

  .get('/:token/prayer-times', validate('query', locationQuery), async c =>
    c.json(await getPrayerTimes(c.var.app, c.req.valid('query'))),
  )

  .get('/:token/weather', validate('query', locationQuery), async c =>
    c.json(await getWeather(c.var.app, c.req.valid('query'), c.var.device.options.textLanguages)),
  )

  .get('/:token/media/:id/file', byId, validate('query', mediaQuery), async c => {
    const item = await getMediaItem(c.var.app, c.req.valid('param').id)
    return sendMedia(c, item && hideMediaName(item), c.req.valid('query'))
  })

  // The token is checked again after the body, which may come long after the headers.
  .post('/:token/receipts', limitReports, validate('json', receiptsForm), requireTv, c => {
    const { app, device } = c.var
    app.tv.receipts.add(getTvSessionId(device.id), device, c.req.valid('json'))
    return c.json({ success: true })
  })

  .post('/:token/heartbeat', limitReports, validate('json', heartbeatForm), requireTv, c => {
    c.var.app.tv.presence.addHeartbeat(c.var.device.id, c.req.valid('json'))
    return c.json({ success: true })
  })

  .delete('/:token', limitReports, async c => {
    const { app } = c.var
    const by = { user: null, address: getClientAddress(c) }
    const { id } = await write(app, by, tx => removeScreen(tx, c.req.param('token')))
    app.tv.presence.forget(id)
    return c.json({ success: true })
  })

  .get('/:token/events', validate('query', tvEventsQuery), async c => {
    const { app, events, device } = c.var
    const stream = await sendEventStream(c, events, toTvSubscriber(device), async () => {
      const again = await findDeviceByToken(app, 'tv', c.req.param('token'))
      return again !== null && Bun.deepEquals(again.options, device.options)
    })
    if (stream) await reloadOldTv(c, c.req.valid('query').build)
    // The TV was revoked or changed, so a request to the same address gets the right answer.
    return stream ?? c.redirect(c.req.path + new URL(c.req.url).search)
  })
