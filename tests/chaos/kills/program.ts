import { runProgram } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn } from '../../support/server/test-server.ts'
import { createDeskActor } from './desk-actor.ts'
import type { Ledger } from './ledger.ts'

const ROOMS = 12

/** Starts the program on a data folder; `tookMs` is the time until its first response. */
export async function startProgramOn(dataDir: string, command?: string[]) {
  const started = performance.now()
  const args = ['--data-dir', dataDir, '--port', '0']
  const program = runProgram({ args, ...(command ? { command } : {}) })
  const url = await program.url()
  await fetch(`${url}/healthz`)
  return { program, url, tookMs: performance.now() - started }
}

/** Signs in, and creates enough rooms for every desk to be busy. */
export async function signInAsAdmin(url: string) {
  const admin = await signIn(url, ADMIN)
  const { body } = await admin.send('GET', '/api/windows')
  for (let n = body.length; n < ROOMS; n++) {
    await admin.send('POST', '/api/windows', { name: `Stress ${n}` })
  }
  const rooms: { id: number }[] = (await admin.send('GET', '/api/windows')).body
  return { cookie: admin.cookie, rooms }
}

export type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

export function createDesks(
  count: number,
  round: number,
  url: string,
  admin: Admin,
  ledger: Ledger,
) {
  const name = (n: number) => `R${round} DESK ${n}`
  return Array.from({ length: count }, (_, n) =>
    createDeskActor(name(n), url, admin.cookie, admin.rooms, ledger),
  )
}

/** Repeats registrations that got no response, with their keys, as a desk does. */
export async function resendUnanswered(url: string, { cookie }: Admin, ledger: Ledger) {
  for (const [key, name] of ledger.unanswered) {
    const response = await fetch(`${url}/api/patients`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name }),
    })
    if (response.status !== 201) throw new Error(`resending failed with ${response.status}`)
    const { id, number, day, trackingHistory } = await response.json()
    ledger.patients.set(id, { name, number, day, steps: trackingHistory.length })
  }
  ledger.unanswered.clear()
}
