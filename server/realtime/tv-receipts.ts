import type { TvDevice } from '#domain/display/tv-device'
import { isInScope } from '#domain/display/tv-options'
import type { CallReceipts, Receipt, TvDay } from '#domain/display/tv-report'
import { DomainError } from '#domain/errors'
import type { Call } from '#domain/events'
import type { Channel } from './channel.ts'

const NOTHING: TvDay = { shown: 0, unheard: 0, missed: 0 }

/** Counts the calls of each TV's newest day in memory, so a report causes no write. */
export function createTvCallCounts() {
  const counted = new Map<number, { day: string; count: TvDay }>()

  function get(tvId: number, day: string): TvDay {
    const newest = counted.get(tvId)
    return newest?.day === day ? newest.count : NOTHING
  }

  return {
    get,
    add(tvId: number, day: string, change: Partial<TvDay>) {
      const { shown, unheard, missed } = get(tvId, day)
      const count = {
        shown: shown + (change.shown ?? 0),
        unheard: unheard + (change.unheard ?? 0),
        missed: missed + (change.missed ?? 0),
      }
      counted.set(tvId, { day, count })
    },
  }
}

const MAX_CALLS = 200
const PUBLISH_DELAY_MS = 200
const MISSING_AFTER_MS = 5_000
/** A TV that has just shown a call may speak it in two languages before it shows the next one. */
const BUSY_MS = 20_000
const MISSING_AT_LAST_MS = 60_000

type Tv = { session: string; name: string }
type ReportedCall = {
  call: Call
  expected: Map<string, Tv>
  receipts: Map<string, Receipt>
  late: Set<string>
  timer?: ReturnType<typeof setTimeout> | undefined
}

/** Each machine knows its own TVs. `count` receives the changes of the TV's counts. */
export function createTvReceipts(
  channel: Channel,
  count: (session: string, call: Call, change: Partial<TvDay>) => void,
) {
  const calls = new Map<number, ReportedCall>()
  /** When each TV last showed a call, as a time of `performance.now()`. */
  const shownAt = new Map<string, number>()

  channel.subscribe({
    onEvent({ name, payload }) {
      if (name === 'patient:called') awaitReceipts(payload.call)
    },
  })

  function awaitReceipts(call: Call) {
    const inScope = channel.getTvs().filter(({ options }) => isInScope(options, call))
    const expected = new Map(inScope.map(({ session, name }) => [session, { session, name }]))
    const reported: ReportedCall = { call, expected, receipts: new Map(), late: new Set() }
    calls.set(call.sequence, reported)
    const [oldest] = calls.keys()
    if (calls.size > MAX_CALLS && oldest !== undefined) calls.delete(oldest)
    if (expected.size > 0) judgeLater(reported, performance.now())
  }

  function judgeLater(reported: ReportedCall, calledAt: number) {
    setTimeout(() => {
      const now = performance.now()
      const isBusy = ({ session }: Tv) =>
        now - calledAt < MISSING_AT_LAST_MS && now - (shownAt.get(session) ?? -BUSY_MS) < BUSY_MS
      const waited = listMissing(reported).filter(({ session }) => !reported.late.has(session))
      const silent = waited.filter(tv => !isBusy(tv))
      for (const { session } of silent) {
        reported.late.add(session)
        count(session, reported.call, { missed: 1 })
      }
      if (silent.length > 0) publishSoon(reported)
      if (silent.length < waited.length) judgeLater(reported, calledAt)
    }, MISSING_AFTER_MS).unref()
  }

  function publishSoon(reported: ReportedCall) {
    reported.timer ??= setTimeout(() => {
      reported.timer = undefined
      channel.publish('call:shown', summarize(reported))
    }, PUBLISH_DELAY_MS)
  }

  function add(session: string, { name, options }: TvDevice, receipts: Receipt[]) {
    const known = receipts.flatMap(receipt => {
      const reported = calls.get(receipt.sequence)
      return reported && isOf(receipt, reported, options) ? [{ receipt, reported }] : []
    })
    if (known.length === 0 && receipts.length > 0) {
      throw new DomainError('This call is not known', { status: 404, field: 'sequence' })
    }
    for (const { receipt, reported } of known) {
      // Ignore a repeated receipt, because it would only send every desk a needless event.
      if (reported.receipts.has(session)) continue
      const unheard = receipt.sound === 'blocked' || receipt.sound === 'failed' ? 1 : 0
      const missed = reported.late.delete(session) ? -1 : 0
      count(session, reported.call, { shown: 1, unheard, missed })
      // Add the TV here, because a TV that is connected only by polling was not expected.
      reported.expected.set(session, { session, name })
      reported.receipts.set(session, receipt)
      shownAt.set(session, performance.now())
      publishSoon(reported)
    }
  }

  function list() {
    const byPatient = new Map([...calls.values()].map(one => [one.call.patientId, one]))
    return [...byPatient.values()].filter(({ expected }) => expected.size > 0).map(summarize)
  }

  function hasPlayed() {
    return [...calls.values()].some(({ receipts }) =>
      receipts.values().some(({ sound }) => sound === 'played'),
    )
  }

  return { add, list, hasPlayed }
}

/** Compares the times, because older data may have had another call with this sequence. */
function isOf({ calledAt }: Receipt, { call }: ReportedCall, options: TvDevice['options']) {
  return (calledAt === undefined || calledAt === call.calledAt) && isInScope(options, call)
}

function listMissing({ expected, receipts }: ReportedCall) {
  return [...expected.values()].filter(({ session }) => !receipts.has(session))
}

function summarize(reported: ReportedCall): CallReceipts {
  const { call, expected, receipts, late } = reported
  const results = [...receipts.values()].map(({ sound }) => sound)
  const count = (sound: Receipt['sound']) => results.filter(one => one === sound).length
  const counts = {
    patientId: call.patientId,
    sequence: call.sequence,
    expected: expected.size,
    played: count('played'),
    blocked: count('blocked'),
    failed: count('failed'),
    off: count('off'),
    missing: listMissing(reported).flatMap(({ session, name }) => (late.has(session) ? name : [])),
  }
  return { ...counts, text: formatReceipts(counts) }
}

function formatReceipts({ expected, missing, ...counts }: Omit<CallReceipts, 'text'>) {
  const { played, blocked, failed, off } = counts
  const shown = `${played + blocked + failed + off} of ${expected} TVs`
  const sound = [
    blocked + failed > 0 ? `played ${played}` : '',
    blocked > 0 ? `blocked ${blocked}` : '',
    failed > 0 ? `failed ${failed}` : '',
  ].filter(text => text !== '')
  const parts = [shown, ...sound].join(', ')
  return missing.length > 0 ? `${parts}; ${missing.join(', ')} silent` : parts
}
