import { listValidSessionIds } from '#db/repositories/sessions'
import { listTvSessions } from '#db/repositories/tv-devices'
import type { App } from '../context.ts'

/** Lets go whose session was ended at another machine, in case nobody could tell this one. */
export async function dropEndedSessions({ read, live, now }: App) {
  const here = live.getLocalSessions()
  if (here.length === 0) return
  const at = Date.parse(now())
  const staff = await read(db => listValidSessionIds(db, at))
  const hold = new Set([...staff, ...(await read(listTvSessions))])
  live.endSessions(here.filter(session => !hold.has(session)))
}
