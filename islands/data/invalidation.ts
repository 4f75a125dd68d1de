import { OWN_VERSIONS_HEADER } from '#domain/events'
import type { PatientJson } from '#domain/patients/patient-json'
import { refetchQueries } from './query.ts'
import type { QueryKey } from './query-keys.ts'

/** The events of others are held back no longer than this; most writes are faster. */
const MAX_HOLD_MS = 300
const MAX_OWN_VERSIONS = 100

let writesInFlight = 0
/** The versions that this page's own writes led to and whose events are still to come. */
const ownVersions = new Set<string>()
type Change = {
  version: string | null
  keys: QueryKey[]
  patient?: PatientJson | undefined
}
let held: Change[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Own events arrive before a write's response, so all are held until it lists its own. */
export function invalidate(change: Change) {
  held.push(change)
  if (writesInFlight === 0) return release()
  timer ??= setTimeout(release, MAX_HOLD_MS)
}

export async function trackWrite(send: () => Promise<Response>) {
  writesInFlight++
  try {
    const response = await send()
    const versions = response.headers.get(OWN_VERSIONS_HEADER)?.split(' ') ?? []
    // Events that never come, such as while disconnected, would add up.
    if (ownVersions.size > MAX_OWN_VERSIONS) ownVersions.clear()
    for (const version of versions) ownVersions.add(version)
    return response
  } finally {
    writesInFlight--
    if (writesInFlight === 0) release()
  }
}

function release() {
  clearTimeout(timer)
  timer = undefined
  const ofOthers = held.filter(({ version }) => !(version && ownVersions.delete(version)))
  held = []
  for (const { keys, patient } of ofOthers) void refetchQueries(keys, patient)
}
