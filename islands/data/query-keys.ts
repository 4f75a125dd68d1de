import type { LiveEvent, LiveEvents } from '#domain/events'

export type QueryKey =
  | 'patients'
  | 'next-number'
  | 'rooms'
  | 'room-patients'
  | 'users'
  | 'tv-devices'
  | 'backups'
  | 'stats'
  | 'current-call'
  | 'history'
  | 'shown-calls'
  | 'settings'
  | 'clinic-name'
  | 'order-rules'
  | 'notices'
  | 'receipts'
  | 'recordings'
  | 'media'

/** The settings of `toOrderRules`, which is too large for every page. */
const ORDER_KEYS = ['orderWeight', 'orderLimitMinutes', 'missedCalls', 'holdPresets']

const PATIENT_KEYS: QueryKey[] = [
  'patients',
  'room-patients',
  'stats',
  'current-call',
  'history',
  'shown-calls',
]
const REGISTRATION_KEYS: QueryKey[] = ['patients', 'stats', 'next-number']

/** The queries to refetch when an event arrives. */
export function getInvalidated<E extends LiveEvent>(event: E, payload: LiveEvents[E]): QueryKey[] {
  // The type parameter does not narrow.
  const typed = { event, payload } as AnyEvent
  switch (typed.event) {
    case 'patient:called':
    case 'patient:updated':
      return PATIENT_KEYS
    // The patient may have been shown here until now.
    case 'call:skipped':
      return ['shown-calls']
    case 'queue:updated': {
      const { patientId, isGone } = typed.payload
      if (isGone) return [...PATIENT_KEYS, 'next-number']
      return patientId === null ? ['rooms', ...PATIENT_KEYS] : REGISTRATION_KEYS
    }
    case 'tvs:updated':
      return ['tv-devices', 'stats']
    // The same change is also sent as `themes:updated` and `text-groups:updated`.
    case 'settings:updated':
      return getSettingsKeys(typed.payload.keys)
    default:
      return []
  }
}

type AnyEvent = { [E in LiveEvent]: { event: E; payload: LiveEvents[E] } }[LiveEvent]

function getSettingsKeys(changed: string[]): QueryKey[] {
  const keys: QueryKey[] = []
  if (changed.includes('media')) keys.push('media')
  if (changed.some(key => key !== 'media')) keys.push('settings')
  if (changed.includes('clinicName')) keys.push('clinic-name')
  if (changed.some(key => ORDER_KEYS.includes(key))) keys.push('order-rules')
  return keys
}
