import { Hono } from 'hono'
import { getEstimates } from '../../queries/waiting/estimates.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'

export const estimates = new Hono<AppEnv>()
  .use(requireSession)
  .get('/', async c => c.json(await getEstimates(c.var.app)))
