import { join } from 'node:path'
import { runProgram } from '../../support/program.ts'
import { until } from '../../support/server.ts'
import { aSmallDisk, type SmallDisk } from '../../support/small-disk.ts'
import { anAdmin, sendAgain, someDesks, startOn } from './clinic.ts'
import { openLedger } from './ledger.ts'
import { prove } from './proof.ts'

const SIZE_MB = 8
const DESKS = 4
const GROWS_BY_WRITES = 300

type Trial = { what: string; is: string; faults: string[] }

/** A full disk, then a disk that can only be read, each with the program at work on it. */
export async function onASmallDisk(command?: string[]): Promise<Trial[] | null> {
  const disk = aSmallDisk(SIZE_MB)
  if (!disk) return null
  try {
    return [await fullDisk(disk, command), await readOnlyDisk(disk, command)]
  } finally {
    disk.remove()
  }
}

async function fullDisk(disk: SmallDisk, command?: string[]): Promise<Trial> {
  const dataDir = join(disk.place, 'data')
  const ledger = openLedger()
  let { program, url } = await startOn(dataDir, command)
  const admin = await anAdmin(url)
  const faults: string[] = []
  const headers = { cookie: admin.cookie, 'content-type': 'application/json' }
  const register = () =>
    fetch(`${url}/api/patients`, { method: 'POST', headers, body: JSON.stringify({ name: 'X' }) })

  const desks = someDesks(DESKS, 1, url, admin, ledger)
  const ends = desks.map(desk => desk.work())
  await until('something was written', () => ledger.writes > GROWS_BY_WRITES, 60_000)
  disk.fill()
  await until('the desks were told', () => desks.every(desk => desk.refusals.size > 0), 60_000)
  for (const desk of desks) desk.stop()
  await Promise.all(ends)
  const sentences = new Set(desks.flatMap(desk => [...desk.refusals]).map(([, words]) => words))
  for (const words of sentences) {
    if (!words.includes('is full')) faults.push(`a full disk was answered with "${words}"`)
  }
  const read = await fetch(`${url}/api/patients`, { headers })
  if (!read.ok) faults.push(`on a full disk the queue was answered with ${read.status}`)
  faults.push(...prove(dataDir, ledger).faults)

  disk.empty()
  const again = await register()
  if (again.status !== 201) faults.push(`with space again it was answered with ${again.status}`)
  const more = someDesks(DESKS, 2, url, admin, ledger)
  const before = ledger.writes
  const moreEnds = more.map(desk => desk.work())
  await until('work goes on', () => ledger.writes > before + GROWS_BY_WRITES / 3, 60_000)
  disk.fill()
  await until('the desks were told again', () => more.every(desk => desk.refusals.size > 0), 60_000)
  program.process.kill('SIGKILL')
  await program.exit()
  await Promise.all(moreEnds)
  ;({ program, url } = await startOn(dataDir, command))
  disk.empty()
  await sendAgain(url, admin, ledger)
  faults.push(...prove(dataDir, ledger).faults)
  program.process.kill('SIGTERM')
  await program.exit()
  const is = `${ledger.writes} writes kept, ${ledger.refused} refused: ${[...sentences].join(' ')}`
  return { what: 'full disk, twice; killed and started on it', is, faults }
}

async function readOnlyDisk(disk: SmallDisk, command?: string[]): Promise<Trial> {
  const dataDir = join(disk.place, 'data')
  const faults: string[] = []
  if (!disk.makeReadOnly()) return { what: 'read-only disk', is: 'skipped: no remount', faults }
  const args = ['--data-dir', dataDir, '--port', '0']
  const program = runProgram({ args, ...(command ? { command } : {}) })
  const code = await program.exit()
  const said = program.printed.text.trim()
  if (code !== 1 || said.split('\n').length !== 1) faults.push(`it ended with ${code}: ${said}`)
  disk.makeWritable()
  const { program: healed } = await startOn(dataDir, command)
  healed.process.kill('SIGTERM')
  if ((await healed.exit()) !== 0) faults.push('writable again, it did not run')
  return { what: 'read-only disk', is: said.replace(disk.place, '...'), faults }
}
