import { type Context, Hono } from 'hono'
import type { TvDevice } from '#domain/display/tv-device'
import { getTvPagePath } from '#domain/display/tv-paths'
import {
  changeTvOptions,
  commandTv,
  createTvDevice,
  pairTvDevice,
  renameTvDevice,
  revokeTvDevice,
  rotateToken,
} from '../../actions/tv/tv-devices.ts'
import { getPairing, startPairing } from '../../actions/tv/tv-pairings.ts'
import { listDisplays } from '../../queries/displays.ts'
import { listTvDevices } from '../../queries/tv-devices.ts'
import { getClientAddress } from '../client-address.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { byId, validate } from '../middleware/validation.ts'
import { getPublicUrl } from '../public-url.ts'
import {
  pairForm,
  tvCommandParam,
  tvDeviceForm,
  tvDevicesQuery,
  tvNameForm,
  tvOptionsForm,
} from '../schemas/tv-devices.ts'

export const tvDevices = new Hono<AppEnv>()
  .use(requireSession, requireAdmin, idempotent)

  .get('/displays', async c => c.json(await listDisplays(c.var.app)))

  .get('/', validate('query', tvDevicesQuery), async c =>
    c.json(await listTvDevices(c.var.app, c.req.valid('query').userId)),
  )

  .post('/', validate('json', tvDeviceForm), async c => {
    const created = await createTvDevice(c.var.app, c.req.valid('json'))
    c.set('audited', { action: 'TV added', subject: created.device.name })
    return c.json(withUrl(c, created), 201)
  })

  .post('/pair', validate('json', pairForm), async c => {
    const { app, session } = c.var
    const device = await pairTvDevice(app, c.req.valid('json'), session.user)
    c.set('audited', { action: 'TV added', subject: device.name })
    return c.json({ device }, 201)
  })

  .put('/:id', byId, validate('json', tvNameForm), async c => {
    const { name } = c.req.valid('json')
    const device = await renameTvDevice(c.var.app, c.req.valid('param').id, name)
    c.set('audited', { action: 'TV renamed', subject: device.name })
    return c.json(device)
  })

  .patch('/:id', byId, validate('json', tvOptionsForm), async c => {
    const changes = c.req.valid('json')
    const device = await changeTvOptions(c.var.app, c.req.valid('param').id, changes)
    const detail = Object.entries(changes).map(([key, value]) => `${key}: ${value}`)
    c.set('audited', { action: 'TV changed', subject: device.name, detail: detail.join(', ') })
    return c.json(device)
  })

  .post('/:id/rotate', byId, async c => {
    const rotated = await rotateToken(c.var.app, c.req.valid('param').id)
    c.set('audited', { action: 'TV link renewed', subject: rotated.device.name })
    return c.json(withUrl(c, rotated))
  })

  .post('/:id/:command{identify|chime|reload}', validate('param', tvCommandParam), async c => {
    const { id, command } = c.req.valid('param')
    const name = await commandTv(c.var.app, id, command)
    c.set('audited', { action: 'TV command', subject: name, detail: command })
    return c.json({ success: true })
  })

  .delete('/:id', byId, async c => {
    const name = await revokeTvDevice(c.var.app, c.req.valid('param').id)
    c.set('audited', { action: 'TV revoked', subject: name })
    return c.json({ success: true })
  })

function withUrl(c: Context<AppEnv>, { device, token }: { device: TvDevice; token: string }) {
  return { device, token, url: getPublicUrl(c, getTvPagePath(token)) }
}

/** No session is needed: the TV shows a code and polls until an admin has entered it. */
export const tvPairings = new Hono<AppEnv>()
  .post('/', async c => c.json(await startPairing(c.var.app, getClientAddress(c)), 201))

  .get('/:pairingId', async c => c.json(await getPairing(c.var.app, c.req.param('pairingId'))))
