import { SCOPES } from '#domain/programs/api-token'
import type { Ledger, Rows } from '../stored-data.ts'
import { FIRST_NAMES } from './desk-pages.ts'
import type { DayProgram } from './program.ts'
import { type Check, createCheck } from './views.ts'

const NAME = 'Other program'
const RETRY_MS = 300
const GIVES_UP_AFTER_MS = 2_000
const PAUSE_MS = 1_500
const CAUGHT_UP_WITHIN_MS = 60_000

/**
 * Another program of the clinic, by its token: it registers patients, repeats what was not
 * answered, and follows the calls through every restart. A patient's phone asks for its ticket
 * meanwhile.
 */
export async function startOtherProgram({ url, send, clock }: DayProgram, ledger: Ledger) {
  const { body } = await send('POST', '/api/tokens', { name: 'LAB', scopes: SCOPES })
  const tickets = { key: 'ticketMode', value: 'screen', category: 'display' }
  await send('PUT', '/api/settings', { settings: [tickets] })
  const authorization = `Bearer ${body.token}`
  const received: number[] = []
  const answers: string[] = []
  let isOver = false
  const followed = follow()

  async function follow() {
    while (!isOver) {
      await readStream().catch(() => {})
      await Bun.sleep(RETRY_MS)
    }
  }

  async function readStream() {
    const headers = { authorization, 'last-event-id': String(received.at(-1) ?? 0) }
    const gone = new AbortController()
    const response = await fetch(`${url}/api/v1/events`, { headers, signal: gone.signal })
    let buffer = ''
    // A stream without a ping is one of a server that hangs.
    let timer = setTimeout(() => gone.abort(), GIVES_UP_AFTER_MS * 3)
    try {
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(() => gone.abort(), GIVES_UP_AFTER_MS * 3)
        const frames = (buffer + new TextDecoder().decode(chunk)).split('\n\n')
        buffer = frames.pop() ?? ''
        for (const frame of frames) {
          const [, id] = /^id: (\d+)\nevent: call$/m.exec(frame) ?? []
          if (id) received.push(Number(id))
        }
        if (isOver) gone.abort()
      }
    } finally {
      clearTimeout(timer)
    }
  }

  async function registerOne(name: string) {
    const headers = {
      authorization,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    }
    for (;;) {
      const signal = AbortSignal.timeout(GIVES_UP_AFTER_MS)
      const request = { method: 'POST', headers, body: JSON.stringify({ name }), signal }
      const response = await fetch(`${url}/api/v1/patients`, request).catch(() => null)
      const patient = response?.status === 201 ? await response.json().catch(() => null) : null
      if (patient) return acknowledge(patient)
      await Bun.sleep(RETRY_MS)
    }
  }

  function acknowledge({ id, name, number, registeredAt }: Acknowledged) {
    ledger.writes++
    const day = new Date(Date.parse(registeredAt) + clock.offsetMs).toISOString().slice(0, 10)
    const steps = ledger.patients.get(id)?.steps ?? 1
    ledger.patients.set(id, { name: name ?? '', number, day, steps, unanswered: 0 })
  }

  /** Reads the ticket of one of the patients, as a phone does. */
  async function askAsPhone() {
    const id = [...ledger.patients.keys()].at(-1)
    if (id === undefined) return
    const { body } = await send('GET', `/api/patients/${id}/ticket`)
    if (!body.ticket) return
    const signal = AbortSignal.timeout(GIVES_UP_AFTER_MS)
    answers.push(await (await fetch(`${url}/api/t/${body.ticket}`, { signal })).text())
  }

  return {
    async work(takeName: () => string | null | undefined, isDayOver: () => boolean) {
      while (!isDayOver()) {
        const name = takeName()
        if (name === undefined) break
        if (name) await registerOne(name)
        await askAsPhone().catch(() => {})
        await Bun.sleep(PAUSE_MS)
      }
    },
    /** Ends when it has every call, or none came for long. */
    async catchUp(newest: () => Promise<number>) {
      const untilMs = Date.now() + CAUGHT_UP_WITHIN_MS
      const last = await newest()
      while ((received.at(-1) ?? 0) < last && Date.now() < untilMs) await Bun.sleep(RETRY_MS)
      isOver = true
      await followed
    },
    check({ calls }: Rows): Check[] {
      const missed = calls.filter(({ sequence }) => !received.includes(sequence))
      const isOrdered = received.every((id, n) => n === 0 || id > (received[n - 1] ?? 0))
      const leaks = answers.filter(answer => FIRST_NAMES.some(name => answer.includes(name)))
      return [
        ...calls.map(() => createCheck(NAME, true, '')),
        createCheck(NAME, missed.length === 0, `${NAME}: call ${missed[0]?.sequence} was missed`),
        createCheck(NAME, isOrdered, `${NAME}: a call came twice or out of order`),
        createCheck(NAME, leaks.length === 0, `a phone was told a name: ${leaks[0]}`),
        createCheck(NAME, answers.length > 0, 'no phone got an answer'),
      ]
    },
  }
}

type Acknowledged = { id: number; name: string | null; number: number; registeredAt: string }
