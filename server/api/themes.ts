import { Hono } from 'hono'
import { textGroupsOf, themeOf } from '#clinic/themes'
import { lookAtSettings } from '../actions/look.ts'
import { type Door, signedIn } from './guard.ts'

/** Views of the settings: how the TV's picture and its writing look. */
export const themes = new Hono<Door>()
  .use(signedIn)
  .get('/active', async c => c.json(themeOf(await lookAtSettings(c.var.clinic))))

export const textGroups = new Hono<Door>()
  .use(signedIn)
  .get('/active', async c => c.json(textGroupsOf(await lookAtSettings(c.var.clinic))))
