import { fold } from '../fold.ts'

export type SkipReason = 'cancelled' | 'no-show' | 'rescheduled' | 'done'

const LEFT_OUT: Record<SkipReason, RegExp> = {
  cancelled:
    /^((pt|patient|clinic) cancel|cancel|cxl|declined|rejected|(di|ter)?batal|void|deleted|entered.in.error|withdrawn|ditarik)/,
  'no-show':
    /^(no.?show|dna\b|dns\b|fta\b|did.?n.?o?t (attend|show|come)|not (attended|coming)|left without|missed( app.*)?$|(tidak|tak|tdk) (hadir|datang)|ponteng)/,
  rescheduled:
    /^(re.?schedul|re.?booked|moved|postpon|deferred|(di|ter)?(tangguh|tunda)|(di)?jadual(kan)? semula)/,
  done: /^(complete|done|finish|fulfilled|check(ed)?.?out|attended|seen\b|discharged|(telah |sudah )?(selesai|siap))/,
}
const EXPECTED =
  /^(booked|confirm|un.?confirm|arrived|check(ed)?.?in|schedul|tentative|(di|ter)?(sah|tempah|jadual)|hadir)/
/** Words that other columns also have, such as a column for the payment. */
const ANY_STATUS = /^(pending|waiting|open|active|proposed|menunggu|belum|aktif)/
const MAX_LENGTH = 60

/** Returns why the patient is not expected, or null. A remark must contain only the status. */
export function getSkipReason(status: string, isRemark = false): SkipReason | null {
  if (status === '' || status.length > MAX_LENGTH) return null
  const text = toWords(status)
  // Safe: the record has exactly these entries.
  const patterns = Object.entries(LEFT_OUT) as [SkipReason, RegExp][]
  const [reason, pattern] = patterns.find(([, pattern]) => pattern.test(text)) ?? []
  if (!reason || !pattern) return null
  const isWhole = /^[a-z]{0,4}( (by|oleh) .*)?$/.test(text.replace(pattern, ''))
  return isWhole || !isRemark ? reason : null
}

export function looksLikeStatuses(cells: string[]) {
  const ofAppointments = cells.filter(cell => {
    const reason = getSkipReason(cell, true)
    return (reason !== null && reason !== 'done') || EXPECTED.test(toWords(cell))
  })
  const isKnown = (cell: string) => ANY_STATUS.test(toWords(cell)) || getSkipReason(cell, true)
  return (
    ofAppointments.length > 0 && cells.every(cell => ofAppointments.includes(cell) || isKnown(cell))
  )
}

function toWords(status: string) {
  return fold(status.slice(0, MAX_LENGTH))
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim()
}

const YES = /^(y|yes|ya|true|x|1|✓|✔|☑)$/

export function isYes(cell: string) {
  return cell.length < 6 && YES.test(fold(cell))
}
