import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { formatHeader, formatRow } from '../../bench/measurements.ts'
import { mountSmallDisk, type SmallDisk } from '../../support/files/small-disk.ts'
import { compileBinary } from '../../support/server/compiled-binary.ts'
import { runProgram } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { asClient, signIn, until } from '../../support/server/test-server.ts'
import { addRoomsAndQueues, type Client, uploadAppointments } from '../clinic.ts'
import { createLedger } from '../ledger.ts'
import { STORED_CHECKS } from '../stored-checks.ts'
import { type Clinic, createClient, createDesk, getHash, type Memory } from './desk.ts'

const ROUNDS = 20
const QUICK_ROUNDS = 3
const SMALL_DISK_MB = 8
const ROOMS = 11
const APPOINTMENTS = 60
const COLUMNS = ['round', 'acknowledged', 'cut off', 'at work', 'up again in', 'errors']

type Print = (line: string) => void
type Kills = { seed: number; rounds: number | undefined; isQuick: boolean }
type Options = {
  rounds: number
  /** About how many acknowledged writes there are before each kill. */
  writes: number
  desks: number
  seed?: number
  command?: string[] | undefined
  /** It is filled before each kill and freed after the restart. */
  disk?: SmallDisk
  print?: Print
}

export async function runKills({ seed, rounds: wanted, isQuick }: Kills, print: Print) {
  const rounds = wanted ?? (isQuick ? QUICK_ROUNDS : ROUNDS)
  const [writes, desks] = isQuick ? [300, 4] : [2_000, 16]
  const command = [compileBinary().binary]
  print(`\n${desks} desks, kill -9 ${rounds} times\n`)
  const options = { seed, rounds, writes, desks, command, print }
  const { errors, ledger, pictures } = await runKillRounds(options)
  print('')
  errors.push(...(await runOnFullDisk(seed, command, print)))
  for (const error of errors) print(`WRONG: ${error}`)
  const [patients, calls] = [ledger.count('acknowledged'), ledger.count('acknowledged_calls')]
  const checkIns = ledger.count('acknowledged_check_ins')
  const saved = `${patients} patients, ${checkIns} check-ins, ${calls} calls, ${pictures.size} pictures`
  print(`\n${ledger.writes} acknowledged writes, ${saved}: ${errors.length} errors`)
  return { checks: patients + checkIns + calls + pictures.size, wrong: errors.length }
}

/** The same on a small disk that is full at each kill and at the start after it. */
async function runOnFullDisk(seed: number, command: string[], print: Print) {
  const disk = mountSmallDisk(SMALL_DISK_MB)
  if (!disk) print('full disk: skipped, it needs root on Linux')
  if (!disk) return []
  const options = { seed, rounds: 2, writes: 200, desks: 4, command, disk }
  const { ledger, errors } = await runKillRounds(options).finally(() => disk.remove())
  const counts = `${ledger.writes} writes saved, ${ledger.refused.length} refused`
  print(`full disk, twice; killed and started on it: ${counts}`)
  return errors
}

export async function runKillRounds(options: Options) {
  const { rounds, writes, desks, seed = 1, command, disk, print } = options
  const random = createSeededRandom(seed)
  const folder = mkdtempSync(join(disk?.place ?? tmpdir(), 'clinic-kills-'))
  const [ledger, unanswered] = [createLedger(), new Map()]
  const memory: Memory = { ledger, unanswered, pictures: new Map(), expected: [] }
  const errors: string[] = []
  print?.(formatHeader(COLUMNS))
  let running = await start()
  try {
    const admin = await signIn(running.url, ADMIN)
    const rooms = Array.from({ length: ROOMS }, (_, n) => `Stress ${n}`)
    const clinicIds = await addRoomsAndQueues(admin, rooms, true)
    for (let round = 1; round <= rounds; round++) {
      const [before, started] = [ledger.writes, performance.now()]
      const clinic = { url: running.url, cookie: admin.cookie, ...clinicIds }
      memory.expected = await expectPatients(asClient(clinic.url, clinic.cookie), round)
      const busy = Array.from({ length: desks }, (_, n) =>
        createDesk(`R${round} DESK ${n}`, clinic, memory, random),
      )
      const work = busy.map(desk => desk.work())
      const target = before + writes * random.between(0.5, 1.5)
      await until('the writes are acknowledged', () => ledger.writes >= target)
      if (disk) errors.push(...(await fill(disk, busy, clinic)))
      await running.end('SIGKILL')
      await Promise.all(work)
      const workedMs = performance.now() - started

      const cutOff = unanswered.size
      running = await start()
      disk?.empty()
      const found = await verify(folder, { ...clinic, url: running.url }, memory)
      errors.push(...found)
      const times = [`${(workedMs / 1000).toFixed(1)} s`, `${running.tookMs.toFixed(0)} ms`]
      print?.(formatRow([round, ledger.writes - before, cutOff, ...times, found.length]))
    }
    const code = await running.end('SIGTERM')
    if (code !== 0) errors.push(`SIGTERM ended it with ${code}`)
    return { errors, ...memory }
  } finally {
    await running.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }

  async function start() {
    const started = performance.now()
    const args = ['--data-dir', folder, '--port', '0', '--time-zone', 'UTC']
    const { url: getUrl, end } = runProgram({ args, ...(command ? { command } : {}) })
    const url = await getUrl()
    await fetch(`${url}/healthz`)
    return { url, end, tookMs: performance.now() - started }
  }
}

/** Replaces those who have not come since the round before; returns the appointments' ids. */
async function expectPatients(client: Client, round: number): Promise<number[]> {
  const list = Array.from({ length: APPOINTMENTS }, (_, n) => ({
    time: `9:${String(n).padStart(2, '0')}`,
    name: `R${round} EXPECTED ${n}`,
  }))
  await uploadAppointments(client, new Date().toISOString().slice(0, 10), list)
  const all: Expected[] = (await client.send('GET', '/api/appointments')).body
  return all.flatMap(({ id, patient }) => (patient ? [] : id))
}

type Expected = { id: number; patient: object | null }

async function fill(disk: SmallDisk, busy: ReturnType<typeof createDesk>[], clinic: Clinic) {
  disk.fill()
  const hasEachFailed = () => busy.every(({ failures }) => failures.length > 0)
  await until('every desk received an error', hasEachFailed)
  const sentences = new Set(busy.flatMap(({ failures }) => failures))
  const errors = [...sentences]
    .filter(sentence => !sentence.includes('is full'))
    .map(sentence => `on a full disk the error was "${sentence}"`)
  const { status } = await asClient(clinic.url, clinic.cookie).send('GET', '/api/patients')
  return status === 200 ? errors : [...errors, `on a full disk reading returned ${status}`]
}

type StoredFile = { id: number; filename: string; bytes: Uint8Array | null }

/** Repeats what got no response, as a desk does, and compares all that was acknowledged. */
async function verify(folder: string, clinic: Clinic, { ledger, pictures, unanswered }: Memory) {
  const { send } = createClient(clinic, ledger)
  for (const [key, { path, json }] of unanswered) {
    const { status } = await send('POST', path, json, key)
    if (status !== 201) throw new Error(`resending failed with ${status}`)
  }
  unanswered.clear()
  return ledger.compare(folder, ({ all, check }) => {
    const errors = check(STORED_CHECKS).flatMap(({ error }) => error ?? [])
    // Each of them is small enough for one part.
    const files = all<StoredFile>(
      'select id, filename, media_parts.bytes from media left join media_parts using (filename)',
    )
    for (const { id, filename, bytes } of files) {
      const isWhole = bytes !== null && filename.startsWith(getHash(bytes))
      if (!isWhole) errors.push(`picture ${id} is damaged`)
    }
    const names = new Map(files.map(({ id, filename }) => [id, filename]))
    for (const [id, { hash, state }] of pictures) {
      const isThere = names.get(id)?.startsWith(hash) ?? false
      if (state === 'deleted' && isThere) errors.push(`picture ${id} came back`)
      if (state === 'kept' && !isThere) errors.push(`picture ${id} was acknowledged and is lost`)
    }
    return errors
  })
}
