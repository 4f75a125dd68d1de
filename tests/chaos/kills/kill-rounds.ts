import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../support/server/test-server.ts'
import { createLedger } from './ledger.ts'
import {
  type Admin,
  createDesks,
  resendUnanswered,
  signInAsAdmin,
  startProgramOn,
} from './program.ts'
import { type Verification, verifyData } from './verify-data.ts'

const TWO_HOURS_MS = 2 * 60 * 60_000

type Options = {
  rounds: number
  /** About how many acknowledged writes there are before each kill. */
  writes: number
  desks: number
  command?: string[]
  onRound?: (round: Round) => void
}

export type Round = {
  writes: number
  unanswered: number
  workedMs: number
  restartMs: number
  verification: Verification
}

/** Kills the program repeatedly on one data folder while desks work. */
export async function runKillRounds({ rounds, writes, desks, command, onRound }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-kills-'))
  const ledger = createLedger()
  const done: Round[] = []
  let running = await startProgramOn(folder, command)
  try {
    const admin = await signInAsAdmin(running.url)
    for (let round = 1; round <= rounds; round++) {
      const before = ledger.writes
      const started = performance.now()
      const deskActors = createDesks(desks, round, running.url, admin, ledger)
      const work = deskActors.map(desk => desk.work())
      const target = before + writes * (0.5 + Math.random())
      await until('enough writes are acknowledged', () => ledger.writes >= target, 120_000)
      running.program.process.kill('SIGKILL')
      await running.program.exit()
      await Promise.all(work)
      const workedMs = performance.now() - started

      const unanswered = ledger.unanswered.size
      running = await startProgramOn(folder, command)
      await resendUnanswered(running.url, admin, ledger)
      const verification = verifyData(folder, ledger)
      verification.errors.push(...(await compareApiLists(running.url, admin)))
      const result = {
        writes: ledger.writes - before,
        unanswered,
        workedMs,
        restartMs: running.tookMs,
        verification,
      }
      done.push(result)
      onRound?.(result)
    }
    const draftErrors = await checkDraftsRemoved()
    return {
      rounds: done,
      errors: [...done.flatMap(({ verification }) => verification.errors), ...draftErrors],
      ledger,
    }
  } finally {
    running.program.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  /** Unfinished uploads of a crash are removed an hour later. */
  async function checkDraftsRemoved() {
    running.program.process.kill('SIGTERM')
    const code = await running.program.exit()
    const media = join(folder, 'media')
    const longAgo = new Date(Date.now() - TWO_HOURS_MS)
    for (const name of readdirSync(media)) utimesSync(join(media, name), longAgo, longAgo)
    running = await startProgramOn(folder, command)
    const { drafts, errors } = verifyData(folder, ledger)
    return [
      ...errors,
      ...(code === 0 ? [] : [`SIGTERM ended it with ${code}`]),
      ...(drafts > 0 ? [`${drafts} drafts of uploads were not swept`] : []),
    ]
  }
}

/** No two patients share a room, and rooms and patients agree. */
async function compareApiLists(url: string, { cookie }: Admin) {
  const getJson = async (path: string) => (await fetch(url + path, { headers: { cookie } })).json()
  const patients: { id: number; windowId: number | null }[] = await getJson('/api/patients')
  const rooms: { id: number; currentPatientId: number | null }[] = await getJson('/api/windows')
  const inRooms = patients.filter(({ windowId }) => windowId !== null)
  const mismatches = inRooms.filter(
    ({ id, windowId }) => rooms.find(room => room.id === windowId)?.currentPatientId !== id,
  )
  const occupied = rooms.filter(({ currentPatientId }) => currentPatientId !== null)
  if (mismatches.length === 0 && occupied.length === inRooms.length) return []
  return ['patients and rooms disagree']
}
