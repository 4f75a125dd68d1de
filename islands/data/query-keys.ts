import type { LiveEvent } from '#domain/events'

/** What a screen can look at. */
export type Topic =
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

const QUEUE: Topic[] = ['patients', 'windows', 'stats', 'current-call', 'history']

/** An event means "look again": at these. */
export const LOOK_AGAIN_AT: Partial<Record<LiveEvent, Topic[]>> = {
  'patient:called': QUEUE,
  'patient:updated': QUEUE,
  'queue:updated': [...QUEUE, 'next-number'],
  'settings:updated': ['settings', 'media'],
  'themes:updated': ['settings'],
  'text-groups:updated': ['settings'],
}
