import type { LiveEvent } from '#domain/events'

export type QueryKey =
  | 'patients'
  | 'next-number'
  | 'windows'
  | 'users'
  | 'tv-devices'
  | 'backups'
  | 'stats'
  | 'current-call'
  | 'history'
  | 'settings'
  | 'media'

const QUEUE_KEYS: QueryKey[] = ['patients', 'windows', 'stats', 'current-call', 'history']

/** The queries to refetch when an event arrives. */
export const INVALIDATED_BY: Partial<Record<LiveEvent, QueryKey[]>> = {
  'patient:called': QUEUE_KEYS,
  'patient:updated': QUEUE_KEYS,
  'queue:updated': [...QUEUE_KEYS, 'next-number'],
  'settings:updated': ['settings', 'media'],
  'themes:updated': ['settings'],
  'text-groups:updated': ['settings'],
}
