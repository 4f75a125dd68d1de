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
  | 'ticket-mode'
  | 'notices'
  | 'clock'
  | 'getting-started'
  | 'programs'
  | 'prayer-table'
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

const INVALIDATED: { [E in LiveEvent]?: (payload: LiveEvents[E]) => QueryKey[] } = {
  'patient:called': () => PATIENT_KEYS,
  'patient:updated': () => PATIENT_KEYS,
  // The patient may have been shown on this TV until now.
  'call:skipped': () => ['shown-calls'],
  'queue:updated': ({ patientId, isGone }) => {
    if (isGone) return [...PATIENT_KEYS, 'next-number']
    return patientId === null ? ['rooms', 'next-number', ...PATIENT_KEYS] : REGISTRATION_KEYS
  },
  'tvs:updated': () => ['tv-devices', 'stats'],
  // The same change is also sent as `themes:updated` and `text-groups:updated`.
  'settings:updated': ({ keys }) => getSettingsKeys(keys),
}

export function getInvalidated<E extends LiveEvent>(event: E, payload: LiveEvents[E]): QueryKey[] {
  return INVALIDATED[event]?.(payload) ?? []
}

function getSettingsKeys(changed: string[]): QueryKey[] {
  const keys: QueryKey[] = []
  if (changed.includes('media')) keys.push('media')
  if (changed.some(key => key !== 'media')) keys.push('settings')
  if (changed.includes('clinicName')) keys.push('clinic-name')
  if (changed.some(key => ORDER_KEYS.includes(key))) keys.push('order-rules')
  if (changed.includes('tvLanguages')) keys.push('shown-calls')
  if (changed.includes('ticketMode')) keys.push('ticket-mode')
  return keys
}
