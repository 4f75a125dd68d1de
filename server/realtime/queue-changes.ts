import type { Call } from '#domain/events'
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
export function publishChange(live: Channel, change: QueueChange) {
  switch (change.what) {
    case 'registered':
      return live.publish('queue:updated', { patientId: change.patient.id }, change.patient)
    case 'changed':
      return live.publish('patient:updated', { patientId: change.patient.id }, change.patient)
    case 'called':
      return live.publish('patient:called', change.call, change.patient)
    // A TV drops the call that it has not shown to its end.
    case 'deleted':
    case 'call withdrawn':
      return live.publish('queue:updated', { patientId: change.patientId, isGone: true })
    case 'reset':
      return live.publish('queue:updated', { patientId: null, isGone: true })
    case 'reset undone':
      live.publish('queue:updated', { patientId: null })
      // The next number is another one, as after a registration.
      for (const patientId of change.patientIds.slice(0, 1)) {
        live.publish('queue:updated', { patientId })
      }
      return
    case 'rooms changed':
      return live.publish('queue:updated', { patientId: null })
  }
}
