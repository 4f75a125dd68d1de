import { Hono } from 'hono'
import { lookAtMedia, lookAtSettings } from '../actions/look.ts'
import { type Door, signedIn } from './guard.ts'

/** What a display shows beside the calls; saving and uploading come with the Settings screen. */
export const display = new Hono<Door>()
  .use(signedIn)
  .get('/', async c => c.json(await lookAtMedia(c.var.clinic)))

export const settings = new Hono<Door>().use(signedIn).get('/', async c => {
  const all = await lookAtSettings(c.var.clinic)
  return c.json(Object.entries(all).map(([key, value]) => ({ key, value })))
})
