import { describe, expect, test } from 'bun:test'
import {
  EVENT_AUDIENCES,
  LIVE_EVENTS,
  type LiveEvent,
  PUBLISHED_EVENTS,
  RECONNECT,
  SOCKET_PATH,
  SSE_PATH,
} from '#domain/events'

const BOTH = [
  'patient:called',
  'patient:updated',
  'queue:updated',
  'settings:updated',
  'themes:updated',
  'text-groups:updated',
  'error',
] as const

describe('the live channel', () => {
  test('has these events', () => {
    const ofSome: LiveEvent[] = ['clinic:joined', 'tv:connected', 'call:skipped', 'call:shown']
    const events = [...ofSome, 'tvs:updated' as const, ...BOTH]
    expect(LIVE_EVENTS.toSorted()).toEqual(events.toSorted())
  })

  test.each(BOTH)('sends %s to the staff and to the TVs', event => {
    expect(EVENT_AUDIENCES[event].toSorted()).toEqual(['staff', 'tv'])
  })

  test('confirms the connection with one event for the staff and another for the TVs', () => {
    expect(EVENT_AUDIENCES['clinic:joined']).toEqual(['staff'])
    expect(EVENT_AUDIENCES['tv:connected']).toEqual(['tv'])
  })

  test('tells a TV of calls in other rooms, and the staff of what TVs have shown', () => {
    expect(EVENT_AUDIENCES['call:skipped']).toEqual(['tv'])
    expect(EVENT_AUDIENCES['call:shown']).toEqual(['staff'])
    expect(EVENT_AUDIENCES['tvs:updated']).toEqual(['staff', 'tv'])
  })

  test('counts every event but the greetings and errors', () => {
    const uncounted = ['clinic:joined', 'tv:connected', 'error']
    const counted = LIVE_EVENTS.filter(event => !uncounted.includes(event))
    expect([...PUBLISHED_EVENTS].toSorted()).toEqual(counted.toSorted())
  })

  test('has fixed paths', () => {
    expect([SOCKET_PATH, SSE_PATH]).toEqual(['/engine.io/', '/api/events'])
  })

  test('reconnects five times with 1 s to 5 s delay, then every 30 s', () => {
    expect(RECONNECT).toMatchObject({
      firstDelayMs: 1_000,
      longestDelayMs: 5_000,
      attempts: 5,
      slowDelayMs: 30_000,
    })
  })
})
