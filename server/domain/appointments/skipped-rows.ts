import { fold } from '../fold.ts'
import { readAppointmentTime } from './appointment-time.ts'
import type { Columns } from './columns.ts'
import { unwrapCell } from './read-appointments.ts'
import { getSkipReason, isYes, type SkipReason } from './status-words.ts'

/** The reason why a row is not an appointment, or why its patient is no longer expected. */
export type Skipped = SkipReason | 'free' | 'total' | 'heading'

const FREE =
  /^(free( slot)?|(un)?available|vacant|(empty|open)( slot)?|block(ed)?|break|lunch( break| hour| time)?|tea break|kosong|tiada|rehat( tengah ?hari)?)?$/
const TOTAL =
  /^((grand |sub)?.?total|jumlah|bilangan|count|page \d|muka ?surat|printed|dicetak|generated|dijana|exported|end of|tamat|\d+ (appointment|patient|record|row|entr|pesakit|temu|rekod))/
/** ALI (CANCELLED), ALI - CANCELLED, or only CANCELLED. Names may begin like other status words. */
const NOTE =
  /[([]([^()[\]]+)[)\]]$|(?:^|[-–] )(cancell?ed|(?:di)?batal(?:kan)?|no[ -]?show|rescheduled|postponed)(?: [-–]|$)/i
const MAX_LENGTH = 60

export function getSkipped(
  cells: string[],
  heading: string[],
  columns: Columns,
  ticks: { at: number; reason: SkipReason }[],
): Skipped | null {
  const pick = (at: number) => cells[at] ?? ''
  if (cells.length === heading.length && cells.every((cell, at) => cell === heading[at])) {
    return 'heading'
  }
  for (const at of columns.statuses) {
    const reason = getSkipReason(pick(at))
    if (reason) return reason
  }
  for (const at of columns.remarks) {
    const reason = getSkipReason(pick(at), true)
    if (reason) return reason
  }
  const [, inBrackets, word = ''] = NOTE.exec(pick(columns.name).slice(0, MAX_LENGTH)) ?? []
  const noted = getSkipReason(inBrackets ?? word, true)
  if (noted) return noted
  const tick = ticks.find(({ at }) => isYes(pick(at)))
  if (tick) return tick.reason
  const isTime = 'time' in readAppointmentTime(unwrapCell(pick(columns.time)))
  if (!isTime) return isTotal(cells) ? 'total' : null
  return isFree(pick(columns.name)) ? 'free' : null
}

function isFree(name: string) {
  if (name.length > MAX_LENGTH) return false
  const text = fold(name)
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
  return FREE.test(text)
}

function isTotal(cells: string[]) {
  const filled = cells.filter(cell => cell !== '').slice(0, 2)
  return filled.some(cell => cell.length <= MAX_LENGTH && TOTAL.test(fold(cell)))
}

export function countSkipped(reasons: Skipped[]) {
  const counts = Map.groupBy(reasons, reason => reason)
  return [...counts].map(([reason, all]) => ({ reason, count: all.length }))
}
