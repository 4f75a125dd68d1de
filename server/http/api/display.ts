import { Hono } from 'hono'
import { getMedia, getSettings } from '../../queries/settings.ts'
import { getTextGroups, getTheme } from '../../queries/themes.ts'
import { type AppEnv, requireSession } from '../middleware/auth.ts'

export const display = new Hono<AppEnv>()
  .use(requireSession)
  .get('/', async c => c.json(await getMedia(c.var.app)))

export const themes = new Hono<AppEnv>()
  .use(requireSession)
  .get('/active', async c => c.json(getTheme(await getSettings(c.var.app))))

export const textGroups = new Hono<AppEnv>()
  .use(requireSession)
  .get('/active', async c => c.json(getTextGroups(await getSettings(c.var.app))))
