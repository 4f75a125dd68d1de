import { isWrite, type RecordedWrite, toRecordedWrite } from '../recorded-write.ts'

export function recordFetchWrites(onWrite: (write: RecordedWrite) => void) {
  const originalFetch = fetch as (address: string, init?: RequestInit) => Promise<Response>

  async function recordedFetch(address: string, init?: RequestInit) {
    const method = init?.method ?? 'GET'
    if (!isWrite(method, address)) return originalFetch(address, init)
    const key = new Headers(init?.headers).get('idempotency-key')
    const body = typeof init?.body === 'string' ? init.body : null
    const request = { method, url: address, key, body }
    try {
      const response = await originalFetch(address, init)
      const hasPatient = response.ok && method !== 'DELETE'
      const patient = hasPatient ? await response.clone().json() : null
      onWrite(toRecordedWrite(request, response.status, patient))
      return response
    } catch (cause) {
      onWrite(toRecordedWrite(request, 0, null))
      throw cause
    }
  }
  Object.assign(globalThis, { fetch: recordedFetch })
}
