import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../support/server.ts'
import { type Admin, anAdmin, sendAgain, someDesks, startOn } from './clinic.ts'
import { openLedger } from './ledger.ts'
import { type Proof, prove } from './proof.ts'

const TWO_HOURS_MS = 2 * 60 * 60_000

type Wish = {
  rounds: number
  /** About how many writes are acknowledged before the program is killed. */
  writes: number
  desks: number
  command?: string[]
  tell?: (round: Round) => void
}

export type Round = {
  writes: number
  unanswered: number
  workedMs: number
  restartMs: number
  proof: Proof
}

/** Kills the program again and again while desks are at work, on one data folder. */
export async function killAndProve({ rounds, writes, desks, command, tell }: Wish) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-torture-'))
  const ledger = openLedger()
  const done: Round[] = []
  let running = await startOn(folder, command)
  try {
    const admin = await anAdmin(running.url)
    for (let round = 1; round <= rounds; round++) {
      const before = ledger.writes
      const started = performance.now()
      const atWork = someDesks(desks, round, running.url, admin, ledger)
      const ends = atWork.map(desk => desk.work())
      // At another moment of the work every time.
      const enough = before + writes * (0.5 + Math.random())
      await until('enough was written', () => ledger.writes >= enough, 120_000)
      running.program.process.kill('SIGKILL')
      await running.program.exit()
      await Promise.all(ends)
      const workedMs = performance.now() - started

      const unanswered = ledger.unanswered.size
      running = await startOn(folder, command)
      await sendAgain(running.url, admin, ledger)
      const proof = prove(folder, ledger)
      proof.faults.push(...(await seenByDesks(running.url, admin)))
      const told = {
        writes: ledger.writes - before,
        unanswered,
        workedMs,
        restartMs: running.tookMs,
        proof,
      }
      done.push(told)
      tell?.(told)
    }
    const swept = await sweptDrafts()
    return {
      rounds: done,
      faults: [...done.flatMap(({ proof }) => proof.faults), ...swept],
      ledger,
    }
  } finally {
    running.program.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  /** What a crash leaves of uploads is gone an hour later. */
  async function sweptDrafts() {
    running.program.process.kill('SIGTERM')
    const code = await running.program.exit()
    const media = join(folder, 'media')
    const longAgo = new Date(Date.now() - TWO_HOURS_MS)
    for (const name of readdirSync(media)) utimesSync(join(media, name), longAgo, longAgo)
    running = await startOn(folder, command)
    const { drafts, faults } = prove(folder, ledger)
    return [
      ...faults,
      ...(code === 0 ? [] : [`SIGTERM ended it with ${code}`]),
      ...(drafts > 0 ? [`${drafts} drafts of uploads were not swept`] : []),
    ]
  }
}

/** The lists that desks see hold nobody in two rooms, and agree with the rooms. */
async function seenByDesks(url: string, { cookie }: Admin) {
  const ask = async (path: string) => (await fetch(url + path, { headers: { cookie } })).json()
  const patients: { id: number; windowId: number | null }[] = await ask('/api/patients')
  const rooms: { id: number; currentPatientId: number | null }[] = await ask('/api/windows')
  const inRooms = patients.filter(({ windowId }) => windowId !== null)
  const wrong = inRooms.filter(
    ({ id, windowId }) => rooms.find(room => room.id === windowId)?.currentPatientId !== id,
  )
  const taken = rooms.filter(({ currentPatientId }) => currentPatientId !== null)
  if (wrong.length === 0 && taken.length === inRooms.length) return []
  return ['patients and rooms tell different things']
}
