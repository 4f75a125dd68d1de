import { Hono } from 'hono'
import { except } from 'hono/combine'
import { type AppEnv, requireSameSite } from '../middleware/auth.ts'
import { limitBody, requireUtf8Address } from '../middleware/validation.ts'
import { appointments, LIST_PATHS } from './appointments.ts'
import { auth, qr } from './auth.ts'
import { clock, dashboard, display } from './dashboard.ts'
import { kiosk } from './kiosk.ts'
import { logo, media, UPLOAD_PATH } from './media.ts'
import { patients } from './patients.ts'
import { tokens } from './programs/tokens.ts'
import { v1 } from './programs/v1.ts'
import { queues } from './queues.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'
import { audit } from './system/audit.ts'
import { backups } from './system/backups.ts'
import { phoneTickets, tickets } from './tickets.ts'
import { tv } from './tv.ts'
import { tvDevices, tvPairings } from './tv-devices.ts'
import { users } from './users.ts'
import { voice } from './voice.ts'
import { windows } from './windows.ts'

const MAX_BODY_BYTES = 64 * 1024

const limitJson = limitBody(MAX_BODY_BYTES, 'The request is too large')

export const api = new Hono<AppEnv>()
  // Uploads have separate limits, which apply after the session check.
  .use(
    requireUtf8Address,
    requireSameSite,
    except([UPLOAD_PATH, ...LIST_PATHS], limitJson),
    async (c, next) => {
      await next()
      if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
    },
  )
  .route('/appointments', appointments)
  .route('/audit', audit)
  .route('/auth', auth)
  .route('/qr', qr)
  .route('/patients', patients)
  .route('/queues', queues)
  .route('/reports', reports)
  .route('/t', phoneTickets)
  .route('/tickets', tickets)
  .route('/windows', windows)
  .route('/clock', clock)
  .route('/dashboard', dashboard)
  .route('/', display)
  .route('/settings', settings)
  .route('/kiosk', kiosk)
  .route('/logo', logo)
  .route('/media', media)
  .route('/users', users)
  .route('/voice', voice)
  .route('/backups', backups)
  .route('/tv-devices', tvDevices)
  .route('/tv/pairings', tvPairings)
  .route('/tv', tv)
  .route('/tokens', tokens)
  .route('/v1', v1)

export type Api = typeof api
