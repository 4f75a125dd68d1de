import type { Patient } from '#domain/patients/patient'
import type { Stats } from '#domain/queue/lists'
import type { Room } from '#domain/rooms/room'
import type { signIn } from '../../support/server.ts'
import { padded, type Sight, sightOf } from './sight.ts'

type Admin = Awaited<ReturnType<typeof signIn>>

/** What the doors answer at this moment, as somebody would see it who had nothing but them. */
export async function sightByDoors({ send }: Admin): Promise<Sight> {
  const ask = async <T>(path: string): Promise<T> => (await send('GET', path)).body
  const patients = await ask<Patient[]>('/api/patients')
  const rooms = await ask<Room[]>('/api/windows')
  const { nextNumber } = await ask<{ nextNumber: number }>('/api/patients/next-number')
  const stats = await ask<Stats>('/api/dashboard/stats')
  const current = await ask<Patient | null>('/api/dashboard/current-call')
  const history = await ask<Patient[]>('/api/dashboard/history')
  const onTv = ({ name, lastWindowName }: Patient) => `${name}, ${lastWindowName}`
  const { totalWaiting, totalCalled, totalCompleted, activeWindows } = stats

  return {
    ...sightOf({
      patients: patients.map(patient => ({
        ...patient,
        name: patient.name ?? '',
        isPriority: patient.isPriority ? 1 : 0,
        isForDispensary: patient.readyForDispensary ? 1 : 0,
        deletedAt: null,
        series: 0,
        steps: patient.trackingHistory.length,
      })),
      rooms: rooms.map(({ id, name, isActive }) => ({ id, name, isActive: isActive ? 1 : 0 })),
      calls: [],
      media: [],
      faults: [],
      strays: [],
    }),
    rooms: rooms.map(({ name, currentPatientNumber }) =>
      currentPatientNumber === null ? name : `${name}: ${padded(currentPatientNumber)}`,
    ),
    'next number': [padded(nextNumber)],
    counts: [totalWaiting, totalCalled, totalCompleted, activeWindows].map(String),
    'current call': [current ? onTv(current) : 'N/A'],
    history: history.map(onTv),
    'history on TV': history.slice(0, 3).map(onTv),
  }
}
