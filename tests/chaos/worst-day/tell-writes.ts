import type { Patient } from '#domain/patients/patient'
import { type Answered, isWrite } from './desk.ts'

/** Tells of every write of this page what was answered, as a browser's network panel would. */
export function tellWrites(tell: (answered: Answered) => void) {
  const ask = fetch as (address: string, init?: RequestInit) => Promise<Response>

  async function noted(address: string, init?: RequestInit) {
    const [method, path] = [init?.method ?? 'GET', new URL(address, 'http://x').pathname]
    if (!isWrite(method, path)) return ask(address, init)
    try {
      const answer = await ask(address, init)
      const isKept = answer.ok && method !== 'DELETE'
      const patient: Patient | null = isKept ? await answer.clone().json() : null
      tell({ method, path, status: answer.status, patient })
      return answer
    } catch (cause) {
      tell({ method, path, status: 0, patient: null })
      throw cause
    }
  }
  Object.assign(globalThis, { fetch: noted })
}
