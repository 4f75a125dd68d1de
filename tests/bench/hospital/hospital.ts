import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { aRoomBody } from '../../support/samples.ts'
import { createDataFolder } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { type Row, saveRows } from '../measurements.ts'
import { type Clinic, cpuSeconds, describeMs, percentile, runClinic } from '../program.ts'
import { type Desk, openDesk } from './hospital-desk.ts'
import type { Answers, ReadersCommand } from './hospital-readers.ts'

/**
 * `bun run bench:hospital [--minutes n]`: the real program on one core, with the desks, TVs and phones of
 * a clinic and then of a hospital on the other.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string' } } })
const HOSPITAL_MS = Number(values.minutes ?? 10) * MINUTE_MS
const CLINIC_MS = Math.min(HOSPITAL_MS, 3 * MINUTE_MS)
const WARM_UP_MS = 20_000
const MEMORY_EVERY_MS = 2_000
const STEP_EVERY_MS = 20_000
const ASK_EVERY_MS = 5_000
const VIEWS = 20
const ROOMS_PER_VIEW = 5
const MOST_P99_MS = 50
const MOST_RATIO = 2
const MOST_CPU_PERCENT = 60
const MOST_GROWTH = 1.1

type Size = { name: string; desks: number; tvs: number; phones: number; patients: number }
type Measured = { callsMs: number[]; answers: Answers; cpuPercent: number; memoryMB: number[] }

const CLINIC: Size = { name: 'clinic', desks: 20, tvs: 2, phones: 300, patients: 300 }
const HOSPITAL: Size = { name: 'hospital', desks: 200, tvs: 100, phones: 2_000, patients: 5_000 }

pin(process.pid, 1)
const clinic = await measure(CLINIC, CLINIC_MS)
const hospital = await measure(HOSPITAL, HOSPITAL_MS)
saveRows('hospital', describe(clinic, hospital))
process.exit(0)

function pin(pid: number, core: number) {
  const { success } = Bun.spawnSync(['taskset', '-a', '-cp', `${core}`, `${pid}`])
  if (!success) throw new Error('taskset is missing: apt-get install util-linux')
}

async function measure(size: Size, forMs: number): Promise<Measured> {
  const data = createDataFolder()
  const { zone, day } = getDaytime()
  const script = join(import.meta.dirname, 'hospital-database.ts')
  const created = [data.folder, day, `${size.patients}`, `${size.phones}`]
  Bun.spawnSync([process.execPath, script, ...created], { stderr: 'inherit' })
  const running = await runClinic({ ticketMode: 'screen' }, { data, args: ['--time-zone', zone] })
  pin(running.pid, 0)
  const rooms: number[] = []
  for (let n = 1; n <= size.desks / 2; n++)
    rooms.push((await running.send('POST', '/api/windows', aRoomBody(`Room ${n + 10}`))).id)
  const desks = await Promise.all(
    Array.from({ length: size.desks }, (_, n) => openDesk(running, rooms[n] ?? null)),
  )
  const readers = startReaders()
  await readers.send({
    url: running.url,
    tvs: await addTvs(running, rooms, size.tvs),
    tickets: await getTickets(running, size.phones),
    askEveryMs: ASK_EVERY_MS,
  })
  const stopDesks = startDesks(desks)
  await Bun.sleep(Math.max(WARM_UP_MS, ASK_EVERY_MS))
  await readers.send('count')
  for (const desk of desks) desk.clear()
  const [cpu, startedAt] = [cpuSeconds(running.pid), performance.now()]
  const memoryMB = await watchMemory(running.pid, forMs)
  const seconds = (performance.now() - startedAt) / 1_000
  const cpuPercent = (100 * (cpuSeconds(running.pid) - cpu)) / seconds
  const answers = await readers.send('stop')
  stopDesks()
  for (const desk of desks) {
    desk.close()
    for (const [status, count] of Object.entries(desk.answers)) {
      answers[status] = (answers[status] ?? 0) + count
    }
  }
  readers.close()
  running.stop()
  return { callsMs: desks.flatMap(desk => desk.callsMs), answers, cpuPercent, memoryMB }
}

/** A zone in which it is noon, so that no midnight comes between. */
function getDaytime() {
  const behind = new Date().getUTCHours() - 12
  const day = new Date(Date.now() - behind * HOUR_MS).toISOString().slice(0, 10)
  return { zone: `Etc/GMT${behind < 0 ? '' : '+'}${behind}`, day }
}

async function addTvs({ send }: Clinic, rooms: number[], count: number) {
  const tokens: string[] = []
  for (let n = 0; n < count; n++) {
    const input = { userId: ADMIN.id, name: `TV ${n + 1}` }
    const { device, token } = await send('POST', '/api/tv-devices', input)
    const view = n % VIEWS
    const first = (view * ROOMS_PER_VIEW) % rooms.length
    await send('PATCH', `/api/tv-devices/${device.id}`, {
      rooms: rooms.slice(first, first + ROOMS_PER_VIEW),
      layout: view % 2 === 0 ? 'classic' : 'tiles',
      names: view % 3 === 0 ? 'initials' : 'full',
      ...{ showsWaiting: true, showsRange: true, showsMissed: true },
    })
    tokens.push(token)
  }
  return tokens
}

async function getTickets({ send, url, cookie }: Clinic, count: number) {
  const listed: { id: number; status: string }[] = await send('GET', '/api/patients')
  const waiting = listed.filter(({ status }) => status === 'waiting').slice(0, count)
  // Asked for under another name than localhost, which no ticket can have as its address.
  const headers = { cookie, 'x-forwarded-host': 'clinic.example' }
  const tickets: string[] = []
  for (const { id } of waiting) {
    const response = await fetch(`${url}/api/patients/${id}/ticket`, { headers })
    tickets.push((await response.json()).ticket)
  }
  return tickets
}

/** Each desk at its own moment, a step in each 20 s. */
function startDesks(desks: Desk[]) {
  const timers: Timer[] = []
  for (const [n, desk] of desks.entries()) {
    const begin = () => timers.push(setInterval(desk.step, STEP_EVERY_MS))
    timers.push(setTimeout(begin, (STEP_EVERY_MS * (n + Math.random())) / desks.length))
  }
  return () => timers.forEach(clearTimeout)
}

function startReaders() {
  let resolve = (_: Answers) => {}
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, 'hospital-readers.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: (answers: Answers) => resolve(answers),
  })
  function send(message: ReadersCommand | 'count' | 'stop') {
    const answer = Promise.withResolvers<Answers>()
    resolve = answer.resolve
    child.send(message)
    return answer.promise
  }
  return { send, close: () => child.kill() }
}

async function watchMemory(pid: number, forMs: number) {
  const memoryMB: number[] = []
  for (let left = forMs; left > 0; left -= MEMORY_EVERY_MS) {
    await Bun.sleep(MEMORY_EVERY_MS)
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    memoryMB.push(Number(kb) / 1_024)
  }
  return memoryMB
}

function describe(clinic: Measured, hospital: Measured): Row[] {
  const p99 = percentile(hospital.callsMs, 99)
  const ratio = p99 / percentile(clinic.callsMs, 99)
  const [refused, ofAll] = countRefused(hospital)
  const [first = 0, middle = 0, last = 0] = toThirds(hospital.memoryMB)
  const toMegabytes = (numbers: number[]) => `${numbers.map(mb => mb.toFixed(0)).join(', ')} MB`
  return [
    {
      what: `A call, ${hospital.callsMs.length} calls`,
      measured: `${describeMs(hospital.callsMs, 99)}, p99 ratio ${ratio.toFixed(2)}`,
      beside: `clinic: ${describeMs(clinic.callsMs, 99)}, ${clinic.callsMs.length} calls`,
      aim: `p99 under ${MOST_P99_MS} ms, ratio at most ${MOST_RATIO}`,
      isMissed: p99 >= MOST_P99_MS || ratio > MOST_RATIO,
    },
    {
      what: 'Answers to desks, TVs and phones',
      measured: `${refused} refused or failed`,
      beside: `of ${ofAll}; clinic: ${countRefused(clinic).join(' of ')}`,
      aim: '0 refused',
      isMissed: refused > 0,
    },
    {
      what: 'CPU of the program',
      measured: `${hospital.cpuPercent.toFixed(1)} % of a core`,
      beside: `clinic: ${clinic.cpuPercent.toFixed(1)} %`,
      aim: `under ${MOST_CPU_PERCENT} % of a core`,
      isMissed: hospital.cpuPercent >= MOST_CPU_PERCENT,
    },
    {
      what: `Memory of the program over ${(hospital.memoryMB.length * MEMORY_EVERY_MS) / MINUTE_MS} minutes, mean of each third`,
      measured: toMegabytes([first, middle, last]),
      beside: `clinic: ${toMegabytes(toThirds(clinic.memoryMB))}`,
      aim: 'flat',
      isMissed: last > middle * MOST_GROWTH,
    },
  ]
}

/** Prints the statuses that were no success; 0 stands for no answer. */
function countRefused({ answers }: Measured) {
  const all = Object.entries(answers)
  const refused = all.filter(([status]) => !/^(2..|304)$/.test(status))
  for (const [status, count] of refused) console.log(`${count} answers were ${status}`)
  const sum = (some: typeof all) => some.reduce((total, [, count]) => total + count, 0)
  return [sum(refused), sum(all)] as const
}

function toThirds(numbers: number[]) {
  const size = Math.ceil(numbers.length / 3)
  return [0, 1, 2].map(third => {
    const part = numbers.slice(third * size, (third + 1) * size)
    return part.reduce((sum, one) => sum + one, 0) / part.length
  })
}
