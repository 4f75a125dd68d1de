import { type Context, Hono } from 'hono'
import type { TvDevice, TvKind } from '#domain/display/tv-device'
import { getDevicePath } from '#domain/display/tv-device'
import {
  assertPairingCode,
  changeTvOptions,
  commandTv,
  createTvDevice,
  pairTvDevice,
  renameTvDevice,
  revokeTvDevice,
  rotateToken,
} from '../../actions/tv/tv-devices.ts'
import { getPairing, startPairing } from '../../actions/tv/tv-pairings.ts'
import { getShownCallsOf, listDisplays } from '../../queries/displays.ts'
import { getClientAddress } from '../client-address.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { limitRate } from '../middleware/rate-limit.ts'
import { byId, validate } from '../middleware/validation.ts'
import { perform, performPrepared } from '../perform.ts'
import { getPublicUrl } from '../public-url.ts'
import {
  pairForm,
  pairingQuery,
  tvCommandParam,
  tvDeviceForm,
  tvDevicesQuery,
  tvNameForm,
  tvOptionsForm,
} from '../schemas/tv-devices.ts'

export const tvDevices = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', validate('query', tvDevicesQuery), async c =>
    c.json(await listDisplays(c.var.app, c.req.valid('query').userId)),
  )

  .get('/:id/shown-calls', byId, async c =>
    c.json(await getShownCallsOf(c.var.app, c.req.valid('param').id)),
  )

  .post('/', limitRate('additions'), validate('json', tvDeviceForm), c =>
    perform(c, async tx => {
      const { token, hash } = c.var.app.newTokens.make(Date.parse(tx.now))
      const { device, log } = await createTvDevice(tx, c.req.valid('json'), hash)
      const audit = { action: 'TV added', ...toAudited(device) } as const
      return { body: withUrl(c, { device, token }), secret: token, status: 201, audit, log }
    }),
  )

  .post('/pair', limitRate('additions'), validate('json', pairForm), c =>
    performPrepared(
      c,
      () => assertPairingCode(c.var.app, c.req.valid('json').code, c.var.session.user.id),
      async tx => {
        const { device, log } = await pairTvDevice(tx, c.req.valid('json'))
        const audit = { action: 'TV added', ...toAudited(device) } as const
        return { body: { device }, status: 201, audit, log }
      },
    ),
  )

  .put('/:id', byId, validate('json', tvNameForm), c =>
    perform(c, async tx => {
      const { name } = c.req.valid('json')
      const { device, change } = await renameTvDevice(tx, c.req.valid('param').id, name)
      const audit = { action: 'TV renamed', ...toAudited(device) } as const
      return { body: c.var.app.tv.presence.withLastSeen(device), audit, change }
    }),
  )

  .patch('/:id', byId, validate('json', tvOptionsForm), c =>
    perform(c, async tx => {
      const options = c.req.valid('json')
      const { device, ...written } = await changeTvOptions(tx, c.req.valid('param').id, options)
      const detail = Object.entries(options).map(([key, value]) => `${key}: ${value}`)
      const audit = {
        action: 'TV changed',
        subject: device.name,
        detail: detail.join(', '),
      } as const
      return { ...written, body: c.var.app.tv.presence.withLastSeen(device), audit }
    }),
  )

  .post('/:id/rotate', byId, c =>
    perform(c, async tx => {
      const { newTokens, tv } = c.var.app
      const { token, hash } = newTokens.make(Date.parse(tx.now))
      const { device, ended } = await rotateToken(tx, c.req.valid('param').id, hash)
      const audit = { action: 'TV link renewed', ...toAudited(device) } as const
      const body = withUrl(c, { device: tv.presence.withLastSeen(device), token })
      return { body, secret: token, audit, ended }
    }),
  )

  .post('/:id/:command{identify|chime|reload}', validate('param', tvCommandParam), c =>
    perform(c, async tx => {
      const { id, command } = c.req.valid('param')
      const { name, direct } = await commandTv(tx, id, command)
      const audit = { action: 'TV command', subject: name, detail: command } as const
      return { body: { success: true }, audit, direct }
    }),
  )

  .delete('/:id', byId, c =>
    perform(c, async tx => {
      const { id } = c.req.valid('param')
      const { name, kind, ...written } = await revokeTvDevice(tx, id)
      const audit = { action: 'TV revoked', subject: name, ...toKindDetail(kind) } as const
      const after = () => c.var.app.tv.presence.forget(id)
      return { ...written, body: { success: true }, audit, after }
    }),
  )

function toAudited({ name, kind }: TvDevice) {
  return { subject: name, ...toKindDetail(kind) }
}

function toKindDetail(kind: TvKind) {
  return kind === 'tv' ? {} : { detail: kind }
}

function withUrl(c: Context<AppEnv>, { device, token }: { device: TvDevice; token: string }) {
  return { device, token, url: getPublicUrl(c, getDevicePath(device.kind, token)) }
}

/** Needs no session. A TV or kiosk shows a code and polls until an admin has entered the code. */
export const tvPairings = new Hono<AppEnv>()
  .post('/', validate('query', pairingQuery), async c => {
    const { kind } = c.req.valid('query')
    return c.json(await startPairing(c.var.app, getClientAddress(c), kind), 201)
  })

  .get('/:pairingId', async c => c.json(await getPairing(c.var.app, c.req.param('pairingId'))))
