import { SAVE_LAST_SEEN_EVERY_MS, type TvDevice } from '#domain/display/tv-device'
import { isInScope } from '#domain/display/tv-options'
import {
  type CallReceipts,
  type Heartbeat,
  type Receipt,
  SILENT_AFTER_MS,
  type TvDay,
  type TvStatus,
} from '#domain/display/tv-report'
import { DomainError } from '#domain/errors'
import type { Call } from '#domain/events'
import type { Channel } from './channel.ts'

const MAX_CALLS = 200
/** Receipts of many TVs come together. */
const PUBLISH_DELAY_MS = 200
/** A TV that has not painted a call by then is named. */
const MISSING_AFTER_MS = 5_000
/** Another process may have heard a TV since it was last saved. */
const SEEN_WITHIN_MS = SAVE_LAST_SEEN_EVERY_MS + SILENT_AFTER_MS

type Tv = { session: string; name: string }
type ReportedCall = {
  call: Call
  expected: Map<string, Tv>
  receipts: Map<string, Receipt>
  isLate: boolean
  timer?: ReturnType<typeof setTimeout> | undefined
}

export type TvMonitor = ReturnType<typeof createTvMonitor>

/**
 * Knows which TVs have shown the newest calls, and when each was last heard; in memory only, so that 50 TVs report
 * without a write. Each process knows its own TVs.
 */
export function createTvMonitor(
  channel: Channel,
  now: () => string,
  count: (session: string, call: Call, change: Partial<TvDay>) => void,
) {
  const calls = new Map<number, ReportedCall>()
  const beats = new Map<number, { heartbeat: Heartbeat; at: string; isSilent: boolean }>()
  const startedAt = now()

  channel.subscribe({
    onEvent({ name, payload }) {
      if (name === 'patient:called') expect(payload)
    },
  })

  function expect(call: Call) {
    const inScope = channel.getTvs().filter(({ options }) => isInScope(options, call.roomId))
    const expected = new Map(inScope.map(({ session, name }) => [session, { session, name }]))
    const reported: ReportedCall = { call, expected, receipts: new Map(), isLate: false }
    calls.set(call.sequence, reported)
    for (const sequence of calls.keys()) {
      if (calls.size <= MAX_CALLS) break
      calls.delete(sequence)
    }
    if (expected.size === 0) return
    setTimeout(() => {
      reported.isLate = true
      const missing = listMissing(reported)
      for (const { session } of missing) count(session, call, { missed: 1 })
      if (missing.length > 0) publishSoon(reported)
    }, MISSING_AFTER_MS).unref()
  }

  function publishSoon(reported: ReportedCall) {
    reported.timer ??= setTimeout(() => {
      reported.timer = undefined
      channel.publish('call:shown', summarize(reported))
    }, PUBLISH_DELAY_MS)
  }

  /** Throws a DomainError if this TV was to show none of these calls. */
  function addReceipts(session: string, { name, options }: TvDevice, receipts: Receipt[]) {
    const known = receipts.flatMap(receipt => {
      const reported = calls.get(receipt.sequence)
      return reported && isInScope(options, reported.call.roomId) ? [{ receipt, reported }] : []
    })
    if (known.length === 0 && receipts.length > 0) {
      throw new DomainError('This call is not known', { status: 404, field: 'sequence' })
    }
    for (const { receipt, reported } of known) {
      if (!reported.receipts.has(session)) {
        const isUnheard = receipt.sound === 'blocked' || receipt.sound === 'failed'
        const wasMissed = reported.isLate && reported.expected.has(session)
        count(session, reported.call, {
          shown: 1,
          unheard: isUnheard ? 1 : 0,
          missed: wasMissed ? -1 : 0,
        })
      }
      // It was connected by polling alone.
      reported.expected.set(session, { session, name })
      reported.receipts.set(session, receipt)
      publishSoon(reported)
    }
  }

  function addHeartbeat(id: number, heartbeat: Heartbeat) {
    const isBack = beats.get(id)?.isSilent ?? true
    beats.set(id, { heartbeat, at: now(), isSilent: false })
    if (isBack) channel.publish('tvs:updated', {})
  }

  /** To be called every few seconds: tells the screens when a TV falls silent. */
  function check() {
    let hasChanged = false
    for (const beat of beats.values()) {
      if (beat.isSilent || !isLate(beat.at)) continue
      beat.isSilent = true
      hasChanged = true
    }
    if (hasChanged) channel.publish('tvs:updated', {})
  }

  // Absolute, because the clock may have been set back.
  const msSince = (at: string) => Math.abs(Date.parse(now()) - Date.parse(at))
  const isLate = (at: string) => msSince(at) > SILENT_AFTER_MS

  function getStatus({ id, lastSeenAt }: Pick<TvDevice, 'id' | 'lastSeenAt'>): TvStatus {
    const beat = beats.get(id)
    if (beat) {
      const state = isLate(beat.at) ? 'silent' : 'on'
      return { state, since: beat.at, heartbeat: beat.heartbeat }
    }
    if (lastSeenAt === null) return { state: 'new', since: null, heartbeat: null }
    // After a start every TV has time for its first heartbeat; a page of an earlier version sends none.
    const isOn = !isLate(startedAt) || msSince(lastSeenAt) <= SEEN_WITHIN_MS
    return { state: isOn ? 'on' : 'silent', since: lastSeenAt, heartbeat: null }
  }

  return {
    addReceipts,
    addHeartbeat,
    check,
    getStatus,
    /** Of the newest call of each patient that a TV was to show. */
    listReceipts() {
      const byPatient = new Map([...calls.values()].map(one => [one.call.patientId, one]))
      return [...byPatient.values()].filter(({ expected }) => expected.size > 0).map(summarize)
    },
    forget: (id: number) => void beats.delete(id),
  }
}

function listMissing({ expected, receipts }: ReportedCall) {
  return [...expected.values()].filter(({ session }) => !receipts.has(session))
}

function summarize(reported: ReportedCall): CallReceipts {
  const { call, expected, receipts, isLate } = reported
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
    missing: isLate ? listMissing(reported).map(({ name }) => name) : [],
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
