import { ADMIN } from '../../support/clinic.ts'
import { runProgram } from '../../support/program.ts'
import { signIn } from '../../support/server.ts'
import { aDesk } from './desk.ts'
import type { Ledger } from './ledger.ts'

const ROOMS = 12

/** The program on a data folder, and how long it took until it answered. */
export async function startOn(dataDir: string, command?: string[]) {
  const started = performance.now()
  const args = ['--data-dir', dataDir, '--port', '0']
  const program = runProgram({ args, ...(command ? { command } : {}) })
  const url = await program.url()
  await fetch(`${url}/healthz`)
  return { program, url, tookMs: performance.now() - started }
}

/** Signs in, and sees to it that there are rooms enough for everybody to be busy. */
export async function anAdmin(url: string) {
  const admin = await signIn(url, ADMIN)
  const { body } = await admin.send('GET', '/api/windows')
  for (let n = body.length; n < ROOMS; n++) {
    await admin.send('POST', '/api/windows', { name: `Torture ${n}` })
  }
  const rooms: { id: number }[] = (await admin.send('GET', '/api/windows')).body
  return { cookie: admin.cookie, rooms }
}

export type Admin = Awaited<ReturnType<typeof anAdmin>>

export function someDesks(count: number, round: number, url: string, admin: Admin, ledger: Ledger) {
  const name = (n: number) => `R${round} DESK ${n}`
  return Array.from({ length: count }, (_, n) =>
    aDesk(name(n), url, admin.cookie, admin.rooms, ledger),
  )
}

/** Sends every registration again whose answer never came, as a desk does. */
export async function sendAgain(url: string, { cookie }: Admin, ledger: Ledger) {
  for (const [key, name] of ledger.unanswered) {
    const answer = await fetch(`${url}/api/patients`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name }),
    })
    if (answer.status !== 201) throw new Error(`sent again, answered ${answer.status}`)
    const { id, number, day, trackingHistory } = await answer.json()
    ledger.patients.set(id, { name, number, day, steps: trackingHistory.length })
  }
  ledger.unanswered.clear()
}
