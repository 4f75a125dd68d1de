import { Hono } from 'hono'
import { getMedia } from '../../queries/settings.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'

/** What a display shows beside the calls. */
export const display = new Hono<AppEnv>()
  .use(requireSession)
  .get('/', async c => c.json(await getMedia(c.var.app)))
