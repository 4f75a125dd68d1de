import type { PatientJson } from '#domain/patients/patient-json'
import type { Stats } from '#domain/queue/lists'
import type { Room } from '#domain/rooms/room'
import type { signIn } from '../../../support/server/test-server.ts'
import {
  type ClinicTime,
  formatCard,
  formatNumber,
  getExpectedView,
  type View,
} from './expected-view.ts'

type Admin = Awaited<ReturnType<typeof signIn>>

/** What the API returns now, in the shape of a view. */
export async function getApiView({ send }: Admin, time: ClinicTime): Promise<View> {
  const get = async <T>(path: string): Promise<T> => (await send('GET', path)).body
  const patients = await get<PatientJson[]>('/api/patients')
  const rooms = await get<Room[]>('/api/windows')
  const { nextNumber } = await get<{ nextNumber: number }>('/api/patients/next-number')
  const stats = await get<Stats>('/api/dashboard/stats')
  const current = await get<PatientJson | null>('/api/dashboard/current-call')
  const history = await get<PatientJson[]>('/api/dashboard/history')
  const formatTvLine = ({ name, lastWindowName }: PatientJson) => `${name}, ${lastWindowName}`
  const { totalWaiting, totalCalled, totalCompleted, activeWindows } = stats

  return {
    ...getExpectedView(
      {
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
      },
      time,
    ),
    allPatients: patients.map(({ number, name, status, windowName }) =>
      formatCard({
        number: formatNumber(number),
        name: name ?? '',
        status,
        room: windowName ?? '',
      }),
    ),
    rooms: rooms.map(({ name, currentPatientNumber }) =>
      currentPatientNumber === null ? name : `${name}: ${formatNumber(currentPatientNumber)}`,
    ),
    'next number': [formatNumber(nextNumber)],
    counts: [totalWaiting, totalCalled, totalCompleted, activeWindows].map(String),
    'current call': [current ? formatTvLine(current) : 'N/A'],
    history: history.map(formatTvLine),
    'history on TV': history.slice(0, 3).map(formatTvLine),
  }
}
