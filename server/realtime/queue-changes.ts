import { type Call, toCallJson } from '#domain/events'
import type { Patient } from '#domain/patients/patient'
import type { Channel } from './channel.ts'

export type QueueChange =
  | { what: 'registered' | 'changed'; patient: Patient }
  | { what: 'called'; call: Call; patient: Patient | undefined }
  | { what: 'deleted' | 'call withdrawn'; patientId: number }
  | { what: 'reset' }
  | { what: 'reset undone'; patientIds: number[] }
  | { what: 'rooms changed' }

/** Sends the specified events: `queue:updated` has four meanings, which its payload tells apart. */
export function publishChange(channel: Channel, change: QueueChange) {
  switch (change.what) {
    case 'registered':
      return channel.publish('queue:updated', { patientId: change.patient.id }, change.patient)
    case 'changed':
      return channel.publish('patient:updated', { patientId: change.patient.id }, change.patient)
    case 'called':
      return channel.publish('patient:called', toCallJson(change.call), change.patient)
    // A TV drops the call that it has not shown to its end.
    case 'deleted':
    case 'call withdrawn':
      return channel.publish('queue:updated', { patientId: change.patientId, isGone: true })
    case 'reset':
      return channel.publish('queue:updated', { patientId: null, isGone: true })
    case 'reset undone':
      channel.publish('queue:updated', { patientId: null })
      // The next number is another one, as after a registration.
      for (const patientId of change.patientIds.slice(0, 1)) {
        channel.publish('queue:updated', { patientId })
      }
      return
    case 'rooms changed':
      return channel.publish('queue:updated', { patientId: null })
  }
}
