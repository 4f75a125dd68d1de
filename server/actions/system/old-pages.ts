import { findMark, saveMark } from '#db/repositories/settings'
import { listDevices } from '#db/repositories/tv/tv-devices'
import { getTvSessionId } from '#domain/display/tv-device'
import type { App } from '../../context.ts'

const MARK = 'served-by'

type Build = { version: string; commit: string | null; builtAt: string | null }

/**
 * Notes the TVs that another build has served, including before a restore. Pages of staff compare
 * the build in each answer instead.
 */
export async function noteOldPages(app: App, { version, commit, builtAt }: Build) {
  const own = [version, commit, builtAt].join(' ')
  if ((await app.read(db => findMark(db, MARK))) === own) return
  const tvs = await app.read(listDevices)
  for (const { id } of tvs) app.oldPages.add(getTvSessionId(id))
  await app.write(tx => saveMark(tx, MARK, own))
}
