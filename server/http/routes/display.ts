import { Hono } from 'hono'
import { lookAtMedia } from '../../queries/queue.ts'
import { type Door, signedIn } from '../middleware/auth.ts'

/** What a display shows beside the calls. */
export const display = new Hono<Door>()
  .use(signedIn)
  .get('/', async c => c.json(await lookAtMedia(c.var.clinic)))
