import { type Context, Hono } from 'hono'
import { type TvDevice, tvPath } from '#domain/display/tv-device'
import {
  addDevice,
  lookAtDevices,
  pairDevice,
  renameDevice,
  revokeDevice,
  rotateToken,
} from '../../actions/tv-devices.ts'
import { idParam, pairForm, tvDeviceForm, tvDevicesQuery, tvNameForm } from '../../forms/forms.ts'
import { adminOnly, type Door, signedIn } from '../middleware/auth.ts'
import { jsonOnly, validate } from '../middleware/validation.ts'
import { reachableUrl } from '../public-url.ts'

/** The TVs of a user, as Manage Display handles them. */
export const tvDevices = new Hono<Door>()
  .use(signedIn, adminOnly)

  .get('/', validate('query', tvDevicesQuery), async c =>
    c.json(await lookAtDevices(c.var.clinic, c.req.valid('query').userId)),
  )

  .post('/', jsonOnly, validate('json', tvDeviceForm), async c =>
    c.json(withUrl(c, await addDevice(c.var.clinic, c.req.valid('json'))), 201),
  )

  .post('/pair', jsonOnly, validate('json', pairForm), async c => {
    const { clinic, session } = c.var
    return c.json({ device: await pairDevice(clinic, c.req.valid('json'), session.user) }, 201)
  })

  .put('/:id', validate('param', idParam), jsonOnly, validate('json', tvNameForm), async c =>
    c.json(await renameDevice(c.var.clinic, c.req.valid('param').id, c.req.valid('json').name)),
  )

  .post('/:id/rotate', validate('param', idParam), async c =>
    c.json(withUrl(c, await rotateToken(c.var.clinic, c.req.valid('param').id))),
  )

  .delete('/:id', validate('param', idParam), async c => {
    await revokeDevice(c.var.clinic, c.req.valid('param').id)
    return c.json({ success: true })
  })

function withUrl(c: Context<Door>, { device, token }: { device: TvDevice; token: string }) {
  return { device, token, url: reachableUrl(c, tvPath(token)) }
}
