import type { Call } from '#domain/events'
import type { ChannelEvent } from './channel.ts'

/** What a program of the clinic receives. `id` is what it sends as Last-Event-ID. */
export type ProgramEvent =
  | { name: 'call'; id: number; payload: ProgramCall }
  /** Anything of the queue may have changed. */
  | { name: 'queue'; payload: Record<string, never> }

type ProgramCall = Omit<Call, 'sequence' | 'roomId'>

export const QUEUE_CHANGED: ProgramEvent = { name: 'queue', payload: {} }

export function toProgramEvent(event: ChannelEvent): ProgramEvent | null {
  if (!event.audience.includes('program')) return null
  return event.name === 'patient:called' ? toCallEvent(event.payload) : QUEUE_CHANGED
}

export function toCallEvent({ sequence, roomId: _, ...call }: Call) {
  return { name: 'call', id: sequence, payload: call } as const
}
