import { z } from 'zod'
import type { Query } from '#db/connection/query'
import { findMark, saveMark } from '#db/repositories/settings'
import {
  confirmDate,
  getDateDoubt,
  isHeld,
  observeDate,
  STEADY_DATE,
  type SteadyDate,
} from '#domain/steady-date'
import { HOUR_MS } from '#domain/time'
import type { Log } from '../observability/log.ts'

const SAVE_INTERVAL_MS = HOUR_MS

/** `steadyNow` counts from the program's start. */
type Options = { now(): string; steadyNow(): number; log: Log }
type Seen = { stored: string | null; date: SteadyDate; steadyAt: number }

export type DateWatch = ReturnType<typeof createDateWatch>

/**
 * Knows for how long the date has held, across restarts. Machines with a common database share it:
 * while their clocks differ, each look of one is a jump for the other.
 */
export function createDateWatch({ now, steadyNow, log }: Options) {
  let last: Seen | null = null

  async function look(db: Query): Promise<Seen> {
    const stored = await findMark(db, STEADY_DATE)
    const steadyAt = steadyNow()
    const wallAt = Date.parse(now())
    const elapsedMs = last ? steadyAt - last.steadyAt : 0
    const isOwn = last?.stored === stored
    // Else it was saved by an earlier process, or by another machine since this one's last look.
    const known = last && isOwn ? last.date : parse(stored)
    const date = observeDate(known, { wallAt, elapsedMs, isAtMost: !isOwn, ranMs: steadyAt })
    return { stored, steadyAt, date }
  }

  async function save(tx: Query, { date, steadyAt }: Omit<Seen, 'stored'>) {
    const stored = JSON.stringify(date)
    await saveMark(tx, STEADY_DATE, stored)
    last = { stored, date, steadyAt }
  }

  function report(date: SteadyDate) {
    if (getDateDoubt(date) !== 'jumped' || (last && getDateDoubt(last.date) === 'jumped')) return
    const from = new Date(date.jumpedFrom ?? date.wallAt).toISOString()
    log('warn', 'date changed: nothing old is deleted', { from, to: toInstant(date) })
  }

  return {
    async look(db: Query) {
      return (await look(db)).date
    },

    /** Looks, remembers it, and saves it once an hour and when something has happened. */
    async record(tx: Query, { isLast = false } = {}) {
      const seen = await look(tx)
      if (seen.date.isUnset) return seen.date
      report(seen.date)
      const saved = parse(seen.stored)
      if (isLast || !saved || isNews(saved, seen.date)) await save(tx, seen)
      else last = seen
      return seen.date
    },

    async confirm(tx: Query) {
      await save(tx, { date: confirmDate(Date.parse(now())), steadyAt: steadyNow() })
    },
  }
}

function toInstant({ wallAt }: SteadyDate) {
  return new Date(wallAt).toISOString()
}

/** The day in UTC, null while the date has not held. */
export function getHeldDay(date: SteadyDate) {
  return isHeld(date) ? toInstant(date).slice(0, 10) : null
}

function isNews(saved: SteadyDate, date: SteadyDate) {
  const isLong = Math.abs(date.wallAt - saved.wallAt) >= SAVE_INTERVAL_MS
  const hasJumped = (saved.before === null) !== (date.before === null)
  return isLong || hasJumped || date.heldMs < saved.heldMs || isHeld(saved) !== isHeld(date)
}

const timeline = z.object({ wallAt: z.number(), heldMs: z.number(), skippedMs: z.number() })
const steadyDate = timeline.extend({
  trustedAt: z.number(),
  before: timeline.nullable(),
  jumpedFrom: z.number().nullable(),
})

/** Null for what another version saved: the date has to hold for a day anew. */
function parse(stored: string | null): SteadyDate | null {
  if (stored === null) return null
  try {
    return steadyDate.parse(JSON.parse(stored))
  } catch {
    return null
  }
}
