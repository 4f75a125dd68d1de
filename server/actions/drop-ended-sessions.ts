import { sessionsThatHold } from '#db/repositories/sessions'
import { allTvSessions } from '#db/repositories/tv-devices'
import type { Clinic } from '../context.ts'

/** Lets go whose session was ended at another machine, in case nobody could tell this one. */
export async function letGoWhoEnded({ read, live, now }: Clinic) {
  const here = live.sessionsHere()
  if (here.length === 0) return
  const at = Date.parse(now())
  const staff = await read(db => sessionsThatHold(db, at))
  const hold = new Set([...staff, ...(await read(allTvSessions))])
  live.endSessions(here.filter(session => !hold.has(session)))
}
