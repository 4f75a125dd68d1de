import { Hono } from 'hono'
import { lookAtSettings } from '../../queries/queue.ts'
import { textGroupsOf, themeOf } from '../../queries/themes.ts'
import { type Door, signedIn } from '../middleware/auth.ts'

/** Views of the settings: how the TV's picture and its writing look. */
export const themes = new Hono<Door>()
  .use(signedIn)
  .get('/active', async c => c.json(themeOf(await lookAtSettings(c.var.clinic))))

export const textGroups = new Hono<Door>()
  .use(signedIn)
  .get('/active', async c => c.json(textGroupsOf(await lookAtSettings(c.var.clinic))))
