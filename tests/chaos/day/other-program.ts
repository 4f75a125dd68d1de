import { EventSource } from 'eventsource'
import { SCOPES } from '#domain/programs/api-token'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { type Check, createCheck, type Ledger } from '../ledger.ts'
import { FIRST_NAMES, QUEUES } from './clinic.ts'
import type { DayProgram } from './program.ts'

const NAME = 'Other program'
const RETRY_MS = 300
const GIVES_UP_AFTER_MS = 2_000
const PAUSE_MS = 1_500
const CAUGHT_UP_WITHIN_MS = 60_000

type Registered = { id: number; name: string; label: string; registeredAt: string }

/**
 * Another program of the clinic, by its token: it registers patients, repeats what was not
 * answered, and follows the calls through every restart. A patient's phone asks for its ticket
 * meanwhile.
 */
export async function startOtherProgram(
  { url, send, clock, queueIds }: DayProgram,
  ledger: Ledger,
  random: SeededRandom,
) {
  const { body } = await send('POST', '/api/tokens', { name: 'LAB', scopes: SCOPES })
  const authorization = `Bearer ${body.token}`
  const received: number[] = []
  const answers: string[] = []
  const events = new EventSource(`${url}/api/v1/events`, {
    fetch: (address, init) => {
      const headers = new Headers({ ...init.headers, authorization })
      if (!headers.has('last-event-id')) headers.set('last-event-id', '0')
      return fetch(address, { ...init, headers })
    },
  })
  events.addEventListener('call', ({ lastEventId }) =>
    received.push(Number.parseInt(lastEventId, 10)),
  )

  /** Who is refused because the queue has ended waits in General. */
  async function register(name: string) {
    let place = Math.floor(random.between(-1, QUEUES.length))
    let key = crypto.randomUUID()
    for (;;) {
      const body = JSON.stringify({ name, queueId: queueIds[place] ?? null })
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': key }
      const signal = AbortSignal.timeout(GIVES_UP_AFTER_MS)
      const request = { method: 'POST', headers, body, signal }
      const response = await fetch(`${url}/api/v1/patients`, request).catch(() => null)
      const patient = response?.status === 201 ? await response.json().catch(() => null) : null
      if (patient) return acknowledge(patient, QUEUES[place]?.name)
      if (response?.status === 409) [place, key] = [-1, crypto.randomUUID()]
      await Bun.sleep(RETRY_MS)
    }
  }

  function acknowledge(patient: Registered, queueName: string | undefined) {
    ledger.writes++
    const registeredMs = Date.parse(patient.registeredAt) + clock.offsetMs
    const day = new Date(registeredMs).toISOString().slice(0, 10)
    const registered = { action: 'registered', ...(queueName ? { queueName } : {}) }
    ledger.acknowledge({ ...patient, day, trackingHistory: [registered], callSequence: null })
    return patient.id
  }

  /** Reads the ticket of a patient, as a phone does. */
  async function askAsPhone(id: number) {
    const { body } = await send('GET', `/api/patients/${id}/ticket`)
    const signal = AbortSignal.timeout(GIVES_UP_AFTER_MS)
    answers.push(await (await fetch(`${url}/api/t/${body.ticket}`, { signal })).text())
  }

  return {
    async work(takeName: () => string | null | undefined) {
      let newest: number | undefined
      for (let name = takeName(); name !== undefined; name = takeName()) {
        if (name) newest = await register(name)
        if (newest !== undefined) await askAsPhone(newest).catch(() => {})
        await Bun.sleep(PAUSE_MS)
      }
    },
    /** Ends when it has every call, or none came for long. */
    async catchUp() {
      const untilMs = Date.now() + CAUGHT_UP_WITHIN_MS
      const { body } = await send('GET', '/api/dashboard/calls?after=0')
      const newest = body.at(-1)?.sequence ?? 0
      while ((received.at(-1) ?? 0) < newest && Date.now() < untilMs) await Bun.sleep(RETRY_MS)
      events.close()
    },
    check(sequences: number[]): Check[] {
      const isOrdered = received.every((id, n) => n === 0 || id > (received[n - 1] ?? 0))
      const leak = answers.find(answer => FIRST_NAMES.some(name => answer.includes(name)))
      return [
        ...sequences.map(id => createCheck(NAME, received.includes(id), `it missed call ${id}`)),
        createCheck(NAME, isOrdered, 'it received a call twice or out of order'),
        createCheck(NAME, leak === undefined, `a phone was told a name: ${leak}`),
        createCheck(NAME, answers.length > 0, 'no phone got an answer'),
      ]
    },
  }
}
