import type { Patient } from '#domain/patients/patient'
import { isWrite, type RecordedWrite } from './desk-actor.ts'

export function recordFetchWrites(onWrite: (write: RecordedWrite) => void) {
  const originalFetch = fetch as (address: string, init?: RequestInit) => Promise<Response>

  async function recordedFetch(address: string, init?: RequestInit) {
    const [method, path] = [init?.method ?? 'GET', new URL(address, 'http://x').pathname]
    if (!isWrite(method, path)) return originalFetch(address, init)
    try {
      const response = await originalFetch(address, init)
      const hasPatient = response.ok && method !== 'DELETE'
      const patient: Patient | null = hasPatient ? await response.clone().json() : null
      onWrite({ method, path, status: response.status, patient })
      return response
    } catch (cause) {
      onWrite({ method, path, status: 0, patient: null })
      throw cause
    }
  }
  Object.assign(globalThis, { fetch: recordedFetch })
}
