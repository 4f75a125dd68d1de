import { forgetOldAnswers } from '#db/answers'
import { endExpiredSessions } from '#db/sessions'
import type { Clinic } from './clinic.ts'

/** Removes what has run out, and closes the live connections that hung on it. */
export async function sweep({ write, live, now }: Clinic) {
  const at = Date.parse(now())
  const ended = await write(async tx => {
    await forgetOldAnswers(tx, at)
    return endExpiredSessions(tx, at)
  })
  live.endSessions(ended)
}
