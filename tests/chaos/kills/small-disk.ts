import { join } from 'node:path'
import { mountSmallDisk, type SmallDisk } from '../../support/files/small-disk.ts'
import { runProgram } from '../../support/server/program.ts'
import { until } from '../../support/server/test-server.ts'
import { createLedger } from './ledger.ts'
import { createDesks, resendUnanswered, signInAsAdmin, startProgramOn } from './program.ts'
import { verifyData } from './verify-data.ts'

const SIZE_MB = 8
const DESKS = 4
const GROWS_BY_WRITES = 300

type Trial = { what: string; outcome: string; errors: string[] }

/** A full disk, then a read-only one; null where no disk can be mounted. */
export async function runSmallDiskTrials(command?: string[]): Promise<Trial[] | null> {
  const disk = mountSmallDisk(SIZE_MB)
  if (!disk) return null
  try {
    return [await fullDisk(disk, command), await readOnlyDisk(disk, command)]
  } finally {
    disk.remove()
  }
}

async function fullDisk(disk: SmallDisk, command?: string[]): Promise<Trial> {
  const dataDir = join(disk.place, 'data')
  const ledger = createLedger()
  let { program, url } = await startProgramOn(dataDir, command)
  const admin = await signInAsAdmin(url)
  const errors: string[] = []
  const headers = { cookie: admin.cookie, 'content-type': 'application/json' }
  const register = () =>
    fetch(`${url}/api/patients`, { method: 'POST', headers, body: JSON.stringify({ name: 'X' }) })

  const desks = createDesks(DESKS, 1, url, admin, ledger)
  const ends = desks.map(desk => desk.work())
  await until('writes are acknowledged', () => ledger.writes > GROWS_BY_WRITES, 60_000)
  disk.fill()
  await until(
    'every desk received an error',
    () => desks.every(desk => desk.domainErrors.size > 0),
    60_000,
  )
  for (const desk of desks) desk.stop()
  await Promise.all(ends)
  const sentences = new Set(
    desks.flatMap(desk => [...desk.domainErrors]).map(([, message]) => message),
  )
  for (const message of sentences) {
    if (!message.includes('is full')) errors.push(`on a full disk the error was "${message}"`)
  }
  const read = await fetch(`${url}/api/patients`, { headers })
  if (!read.ok) errors.push(`on a full disk reading the queue returned ${read.status}`)
  errors.push(...verifyData(dataDir, ledger).errors)

  disk.empty()
  const retried = await register()
  if (retried.status !== 201)
    errors.push(`with free space a registration returned ${retried.status}`)
  const moreDesks = createDesks(DESKS, 2, url, admin, ledger)
  const before = ledger.writes
  const moreEnds = moreDesks.map(desk => desk.work())
  await until('desks write again', () => ledger.writes > before + GROWS_BY_WRITES / 3, 60_000)
  disk.fill()
  await until(
    'every desk received an error again',
    () => moreDesks.every(desk => desk.domainErrors.size > 0),
    60_000,
  )
  program.process.kill('SIGKILL')
  await program.exit()
  await Promise.all(moreEnds)
  ;({ program, url } = await startProgramOn(dataDir, command))
  disk.empty()
  await resendUnanswered(url, admin, ledger)
  errors.push(...verifyData(dataDir, ledger).errors)
  program.process.kill('SIGTERM')
  await program.exit()
  const outcome = `${ledger.writes} writes saved, ${ledger.refused} refused: ${[...sentences].join(' ')}`
  return { what: 'full disk, twice; killed and started on it', outcome, errors }
}

async function readOnlyDisk(disk: SmallDisk, command?: string[]): Promise<Trial> {
  const dataDir = join(disk.place, 'data')
  const errors: string[] = []
  if (!disk.makeReadOnly())
    return { what: 'read-only disk', outcome: 'skipped: no remount', errors }
  const args = ['--data-dir', dataDir, '--port', '0']
  const program = runProgram({ args, ...(command ? { command } : {}) })
  const code = await program.exit()
  const output = program.printed.text.trim()
  if (code !== 1 || output.split('\n').length !== 1)
    errors.push(`the program ended with ${code}: ${output}`)
  disk.makeWritable()
  const { program: restarted } = await startProgramOn(dataDir, command)
  restarted.process.kill('SIGTERM')
  if ((await restarted.exit()) !== 0) errors.push('on a writable disk the program did not run')
  return { what: 'read-only disk', outcome: output.replace(disk.place, '...'), errors }
}
