import { type ChangeJson, getChangedKeys } from '#domain/change'
import type { LiveEvent, LiveEvents, TvLiveEvent } from '#domain/events'
import type { ChangedKey } from '#domain/settings-record'

export type QueryKey =
  | 'patients'
  | 'next-number'
  | 'rooms'
  | 'queues'
  | 'appointments'
  | 'room-patients'
  | 'users'
  | 'tv-devices'
  | 'backups'
  | 'stats'
  | 'shown-calls'
  | 'settings'
  | 'clinic-name'
  | 'order-rules'
  | 'ticket-mode'
  | 'notices'
  | 'clock'
  | 'getting-started'
  | 'programs'
  | 'receipts'
  | 'recordings'
  | 'media'

/** The settings of `toOrderRules`, which is too large for every page. */
const ORDER_KEYS: ChangedKey[] = [
  'orderWeight',
  'orderLimitMinutes',
  'missedCalls',
  'awayCalls',
  'holdPresets',
]

const SHOWN_KEYS: QueryKey[] = ['shown-calls']
const PATIENT_KEYS: QueryKey[] = ['patients', 'room-patients', 'stats', ...SHOWN_KEYS]
const REGISTRATION_KEYS: QueryKey[] = ['patients', 'stats']

/** What a change makes out of date, on a staff page. */
export function getChangedQueries(change: ChangeJson): Set<QueryKey> {
  const { patients, gone, nextNumber, rooms, queues, appointments, tvs } = change
  const isRegistration = nextNumber !== undefined && patients !== undefined
  const isOfPatients = patients !== undefined || gone !== undefined
  return new Set([
    ...(isRegistration ? REGISTRATION_KEYS : isOfPatients || rooms || queues ? PATIENT_KEYS : []),
    ...(nextNumber === undefined ? [] : ['next-number' as const]),
    ...(rooms ? ['rooms' as const] : []),
    ...(queues ? (['queues', 'next-number'] as const) : []),
    ...(appointments ? ['appointments' as const] : []),
    ...(tvs ? ['tv-devices' as const, 'stats' as const] : []),
    ...getSettingsKeys(getChangedKeys(change)),
  ])
}

/** The same for an event that a TV receives. */
export function getInvalidated(event: LiveEvent | TvLiveEvent, payload: unknown): QueryKey[] {
  switch (event) {
    case 'patient:called':
    case 'patient:updated':
    // The patient may have been shown on this TV until now.
    case 'call:skipped':
      return SHOWN_KEYS
    case 'queue:updated': {
      const { patientId, isGone } = payload as LiveEvents['queue:updated']
      return isGone || patientId === null ? SHOWN_KEYS : []
    }
    // The same change is also sent as `themes:updated` and `text-groups:updated`.
    case 'settings:updated':
      return getSettingsKeys((payload as LiveEvents['settings:updated']).keys)
    default:
      return []
  }
}

function getSettingsKeys(changed: ChangedKey[]): QueryKey[] {
  const keys: QueryKey[] = []
  if (changed.includes('media')) keys.push('media')
  if (changed.some(key => key !== 'media')) keys.push('settings')
  if (changed.includes('clinicName')) keys.push('clinic-name')
  if (changed.some(key => ORDER_KEYS.includes(key))) keys.push('order-rules')
  if (changed.includes('tvLanguages')) keys.push('shown-calls')
  if (changed.includes('ticketMode')) keys.push('ticket-mode')
  return keys
}
