import { type Context, Hono } from 'hono'
import type { TvDevice } from '#domain/display/tv-device'
import { getTvPagePath } from '#domain/display/tv-paths'
import { createTvDevice, listTvDevices, pairTvDevice, renameTvDevice, revokeTvDevice, rotateToken } from '../../actions/tv-devices.ts'
import { idParam, pairForm, tvDeviceForm, tvDevicesQuery, tvNameForm } from '../../forms/forms.ts'
import { type AppEnv, requireAdmin, requireSession } from '../middleware/auth.ts'
import { requireJson, validate } from '../middleware/validation.ts'
import { getPublicUrl } from '../public-url.ts'
import { getPairing, startPairing } from '../../actions/tv-pairings.ts'
import { getClientAddress } from '../client-address.ts'

/** The TVs of a user, as Manage Display handles them. */
export const tvDevices = new Hono<AppEnv>()
  .use(requireSession, requireAdmin)

  .get('/', validate('query', tvDevicesQuery), async c =>
    c.json(await listTvDevices(c.var.app, c.req.valid('query').userId)),
  )

  .post('/', requireJson, validate('json', tvDeviceForm), async c =>
    c.json(withUrl(c, await createTvDevice(c.var.app, c.req.valid('json'))), 201),
  )

  .post('/pair', requireJson, validate('json', pairForm), async c => {
    const { app, session } = c.var
    return c.json({ device: await pairTvDevice(app, c.req.valid('json'), session.user) }, 201)
  })

  .put('/:id', validate('param', idParam), requireJson, validate('json', tvNameForm), async c =>
    c.json(await renameTvDevice(c.var.app, c.req.valid('param').id, c.req.valid('json').name)),
  )

  .post('/:id/rotate', validate('param', idParam), async c =>
    c.json(withUrl(c, await rotateToken(c.var.app, c.req.valid('param').id))),
  )

  .delete('/:id', validate('param', idParam), async c => {
    await revokeTvDevice(c.var.app, c.req.valid('param').id)
    return c.json({ success: true })
  })

function withUrl(c: Context<AppEnv>, { device, token }: { device: TvDevice; token: string }) {
  return { device, token, url: getPublicUrl(c, getTvPagePath(token)) }
}

/** For a TV that nobody is signed in on: it shows a code, and asks until an admin has typed it. */
export const tvPairings = new Hono<AppEnv>()
  .post('/', async c => c.json(await startPairing(c.var.app, getClientAddress(c)), 201))

  .get('/:pairingId', async c => c.json(await getPairing(c.var.app, c.req.param('pairingId'))))
