import { Hono } from 'hono'
import { HISTORY_ON_TV, roomForTv, tvMediaUrl, tvSettings } from '#domain/display/tv-device'
import { forTv } from '#domain/display/tv-patient'
import { deviceOf } from '../../actions/tv-devices.ts'
import { callsQuery, currentCallQuery, idParam, placeQuery } from '../../forms/forms.ts'
import { lookAtPrayerTimes, lookAtWeather } from '../../queries/external.ts'
import {
  lookAtCalls,
  lookAtCurrentCall,
  lookAtHistory,
  lookAtMedia,
  lookAtMediaItem,
  lookAtRooms,
  lookAtSettings,
} from '../../queries/queue.ts'
import { textGroupsOf, themeOf } from '../../queries/themes.ts'
import { NOT_AUTHORISED, type TvDoor, tvOnly } from '../middleware/auth.ts'
import { validate } from '../middleware/validation.ts'
import { tvListener } from '../realtime-auth.ts'
import { answerMedia } from '../send-file.ts'
import { answerEvents } from '../sse-response.ts'

/** What a display in the waiting room may ask for by its token: to look, and never at more than it shows. */
export const tv = new Hono<TvDoor>()
  .use('/:token/*', tvOnly)

  .get('/:token/settings', async c =>
    c.json(tvSettings(c.req.param('token'), await lookAtSettings(c.var.clinic))),
  )

  .get('/:token/themes/active', async c => c.json(themeOf(await lookAtSettings(c.var.clinic))))

  .get('/:token/text-groups/active', async c =>
    c.json(textGroupsOf(await lookAtSettings(c.var.clinic))),
  )

  .get('/:token/current-call', validate('query', currentCallQuery), async c => {
    const current = await lookAtCurrentCall(c.var.clinic)
    return c.json(current && forTv(current))
  })

  .get('/:token/calls', validate('query', callsQuery), async c =>
    c.json(await lookAtCalls(c.var.clinic, c.req.valid('query').after)),
  )

  .get('/:token/history', async c => {
    const history = await lookAtHistory(c.var.clinic)
    return c.json(history.slice(0, HISTORY_ON_TV).map(forTv))
  })

  .get('/:token/display', async c => {
    const items = await lookAtMedia(c.var.clinic)
    return c.json(items.map(item => ({ ...item, url: tvMediaUrl(c.req.param('token'), item) })))
  })

  .get('/:token/windows', async c => {
    const rooms = await lookAtRooms(c.var.clinic)
    return c.json(rooms.map(roomForTv))
  })

  .get('/:token/prayer-times', validate('query', placeQuery), async c =>
    c.json(await lookAtPrayerTimes(c.var.clinic, c.req.valid('query'))),
  )

  .get('/:token/weather', validate('query', placeQuery), async c =>
    c.json(await lookAtWeather(c.var.clinic, c.req.valid('query'))),
  )

  .get('/:token/media/:id/file', validate('param', idParam), async c =>
    answerMedia(c, await lookAtMediaItem(c.var.clinic, c.req.valid('param').id)),
  )

  .get('/:token/events', async c => {
    const { clinic, events, device } = c.var
    const answer = answerEvents(c, events, tvListener(device))
    // It may have been revoked while it was let in; then nobody would close this stream.
    if (await deviceOf(clinic, c.req.param('token'))) return answer
    await answer.body?.cancel()
    throw NOT_AUTHORISED()
  })
