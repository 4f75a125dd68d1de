import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SmallDisk } from '../../support/files/small-disk.ts'
import { until } from '../../support/server/test-server.ts'
import { createMemory, signInAsAdmin, startClinic, verify } from './clinic.ts'
import { createDesk } from './desk.ts'

type Options = {
  rounds: number
  /** About how many acknowledged writes there are before each kill. */
  writes: number
  desks: number
  command?: string[] | undefined
  /** It is filled before each kill and freed after the restart. */
  disk?: SmallDisk
  onRound?: (round: Round) => void
}

export type Round = {
  round: number
  writes: number
  unanswered: number
  workedMs: number
  restartMs: number
  saved: Awaited<ReturnType<typeof verify>>
}

export async function runKillRounds({ rounds, writes, desks, ...options }: Options) {
  const { command, disk, onRound } = options
  const folder = mkdtempSync(join(disk?.place ?? tmpdir(), 'clinic-kills-'))
  const memory = createMemory()
  const errors: string[] = []
  let running = await startClinic(folder, command)
  try {
    const admin = await signInAsAdmin(running.url)
    for (let round = 1; round <= rounds; round++) {
      const before = memory.writes
      const started = performance.now()
      const busy = Array.from({ length: desks }, (_, n) =>
        createDesk(`R${round} DESK ${n}`, running.url, admin, memory),
      )
      const work = busy.map(desk => desk.work())
      const target = before + writes * (0.5 + Math.random())
      await until('enough writes are acknowledged', () => memory.writes >= target, 120_000)
      if (disk) await fill(disk, busy, admin.cookie)
      await running.end('SIGKILL')
      await Promise.all(work)
      const workedMs = performance.now() - started

      const unanswered = memory.unanswered.size
      running = await startClinic(folder, command)
      disk?.empty()
      const saved = await verify(folder, running.url, admin, memory)
      errors.push(...saved.errors)
      const [made, restartMs] = [memory.writes - before, running.tookMs]
      onRound?.({ round, writes: made, unanswered, workedMs, restartMs, saved })
    }
    const code = await running.end('SIGTERM')
    if (code !== 0) errors.push(`SIGTERM ended it with ${code}`)
    return { errors, memory }
  } finally {
    await running.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  async function fill(disk: SmallDisk, busy: ReturnType<typeof createDesk>[], cookie: string) {
    disk.fill()
    const hasEachFailed = () => busy.every(({ failures }) => failures.length > 0)
    await until('every desk received an error', hasEachFailed, 60_000)
    for (const sentence of new Set(busy.flatMap(({ failures }) => failures))) {
      if (!sentence.includes('is full')) errors.push(`on a full disk the error was "${sentence}"`)
    }
    const { status } = await fetch(`${running.url}/api/patients`, { headers: { cookie } })
    if (status !== 200) errors.push(`on a full disk reading the queue returned ${status}`)
  }
}
