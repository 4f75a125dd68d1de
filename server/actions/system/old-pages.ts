import { listValidSessionIds } from '#db/repositories/sessions'
import { findMark, saveMark } from '#db/repositories/settings'
import { listDevices } from '#db/repositories/tv/tv-devices'
import { getTvSessionId } from '#domain/display/tv-device'
import type { App } from '../../context.ts'

const MARK = 'served-by'

type Build = { version: string; commit: string | null; builtAt: string | null }

/**
 * Notes the sessions and TVs that another build has served, also before a restore: their open pages
 * may show what is wrong by now, such as whom a button calls.
 */
export async function noteOldPages(app: App, { version, commit, builtAt }: Build) {
  const own = [version, commit, builtAt].join(' ')
  if ((await app.read(db => findMark(db, MARK))) === own) return
  const sessions = await app.read(db => listValidSessionIds(db, Date.parse(app.now())))
  const tvs = await app.read(listDevices)
  for (const id of sessions) app.oldPages.add(id)
  for (const { id } of tvs) app.oldPages.add(getTvSessionId(id))
  await app.write(tx => saveMark(tx, MARK, own))
}
