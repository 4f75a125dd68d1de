import type { Database } from '#db/connection/open'
import type { Table } from '#db/connection/table-versions'
import { listCalledSince, listPatients } from '#db/repositories/patients'
import type { Change, Fact } from '#domain/change'
import { byRegistration, isListed, withChange } from '#domain/patients/listed'
import type { Patient } from '#domain/patients/patient'
import { type CurrentDays, getClinicDayStart, getCurrentDaysAt, type TimeZone } from '#domain/time'

export const QUEUE_TABLES = [
  'patients',
  'journey',
  'calls',
  'rooms',
  'queues',
] as const satisfies Table[]

type Deps = Pick<Database, 'read' | 'version'> & { now(): string; timeZone: TimeZone }
type State = CurrentDays & {
  version: number
  loaded: Promise<Patient[]>
  all: Patient[] | null
}

/** Caches patients who are listed or were called today. Each commit's change updates the cache. */
export function createPatientList({ read, version, now, timeZone }: Deps) {
  let state: State | null = null
  let byId = { of: [] as Patient[], map: new Map<number, Patient>() }

  const getDays = () => getCurrentDaysAt(now(), timeZone)

  function findState({ today, unfinishedSince }: CurrentDays) {
    if (!state || state.version !== version(QUEUE_TABLES) || state.today !== today) return null
    // If the clock was set back, patients who were not read may be listed again.
    return unfinishedSince >= state.unfinishedSince ? state : null
  }

  function load(days: CurrentDays) {
    const own = { ...days, version: version(QUEUE_TABLES), all: null as Patient[] | null }
    // A database server begins this at once.
    const loaded = read(async db => {
      // Writes may have run while this read waited its turn, so take the newer version.
      own.version = version(QUEUE_TABLES)
      const listed = await listPatients(db, days)
      const known = new Set(listed.map(({ id }) => id))
      const called = await listCalledSince(db, getClinicDayStart(days.today, timeZone))
      return [...listed, ...called.filter(({ id }) => !known.has(id))].sort(byRegistration)
    })
    const loading: State = Object.assign(own, { loaded })
    state = loading
    loaded.then(
      all => (loading.all = all),
      () => (state = state === loading ? null : state),
    )
    return loading
  }

  async function getAll() {
    const days = getDays()
    return (findState(days) ?? load(days)).loaded
  }

  return {
    version: () => version(QUEUE_TABLES),
    getAll,

    async find(id: number) {
      const all = await getAll()
      if (byId.of !== all) byId = { of: all, map: new Map(all.map(one => [one.id, one])) }
      const patient = byId.map.get(id)
      return patient && isListed(patient, getDays()) ? patient : null
    },

    /** Runs at the commit. `before` is the version when the write began. */
    apply(before: number, change: Change | undefined) {
      if (!state?.all || state.version !== before || !change?.some(isOfPatient)) return
      const next = withChange(state.all, change)
      if (!next) return
      state.all = next
      state.loaded = Promise.resolve(next)
      state.version = version(QUEUE_TABLES)
    },
  }
}

/** True if the fact names its patient. Other facts may concern patients who are not listed. */
function isOfPatient(fact: Fact) {
  return 'patient' in fact || fact.kind === 'gone'
}
