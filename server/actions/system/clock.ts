import { saveMark } from '#db/repositories/settings'
import { CLEANUP_DAY } from '#db/schema/marks'
import { DomainError } from '#domain/errors'
import { formatLongDay } from '#domain/time'
import type { App } from '../../context.ts'
import { readClock } from '../../queries/system/clock.ts'
import type { Tx } from '../../write.ts'

/** Confirms only the date that the user saw, because data that is old by it is then deleted. */
export async function confirmDate({ db, now }: Tx, app: App, day: string) {
  const clock = await readClock(app, db)
  if (clock.day !== day) {
    const day = formatLongDay(clock.day)
    throw new DomainError(`The clinic's computer now says ${day}. Check it, then confirm again.`)
  }
  if (now < (app.config.builtAt ?? '')) {
    throw new DomainError('This date is wrong: the program was made later. Set the clock.')
  }
  await saveMark(db, CLEANUP_DAY, day)
  return { ...clock, doubt: null }
}
