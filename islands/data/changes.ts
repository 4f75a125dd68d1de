import {
  type Answered,
  type ChangeJson,
  formatVersion,
  getChangedQueries,
  parseVersion,
} from '#domain/change'
import { toCallJson } from '#domain/events'
import { emitLiveEvent, getKnownVersion, isLive, setKnownVersion } from './live-state.ts'
import { refetchAll, refetchQueries } from './query.ts'
import { serverNow } from './server-clock.ts'

/** Far longer than a change takes on a bad network. */
const CLOCK_TOLERANCE_MS = 60_000

/** Refetches everything if changes are missing between this change and the last known one. */
export function receiveChange(change: ChangeJson) {
  const place = getPlace(change)
  if (place === 'known') return
  setKnownVersion(formatVersion(change))
  tellDisplay(change)
  if (place === 'next') void apply(change)
  else void refetchAll()
}

/** Applies a change of this page's own write. Resolves when the page shows the change. */
export async function receiveAnswer({ change }: Answered) {
  // The answer to a repeated request has no change.
  if (!change) return refetchAll()
  const place = getPlace(change)
  if (place === 'known' && isLive.value) return
  // Missing changes come by the live connection, and this change then comes again.
  if (place === 'next') setKnownVersion(formatVersion(change))
  await apply(change)
}

/** The Dashboard announces calls like a TV, and drops calls that were undone. */
function tellDisplay({ facts }: ChangeJson) {
  const drop = (patientId: number | null) =>
    emitLiveEvent('queue:updated', { patientId, isGone: true })
  for (const fact of facts) {
    if (fact.kind === 'reset') drop(null)
    else if (fact.kind === 'gone' || fact.kind === 'withdrawn') drop(fact.patientId)
    else if (fact.kind === 'called') emitLiveEvent('patient:called', toCallJson(fact.call))
  }
}

function getPlace({ boot, seq }: ChangeJson) {
  const known = parseVersion(getKnownVersion() ?? '')
  if (boot !== known.boot) return 'of another process'
  if (seq <= known.seq) return 'known'
  return seq === known.seq + 1 ? 'next' : 'later'
}

function apply(change: ChangeJson) {
  // If the server's clock was set, only a fetch corrects the page's clock.
  const wasClockSet = Math.abs(Date.parse(change.at) - Date.parse(serverNow())) > CLOCK_TOLERANCE_MS
  if (wasClockSet || change.facts.some(({ kind }) => kind === 'all')) return refetchAll()
  return refetchQueries(getChangedQueries(change.facts), change.facts)
}
