import { MINUTE_MS } from '#domain/time'
import { type Row, saveRows } from './measurements.ts'
import { cpuSeconds, createPhone, describeMs, percentile, runClinic, timed } from './program.ts'

/**
 * `bun run bench:phones`: what 300 phones that show tickets cost the real program while 20 desks
 * work, at two paces. Minutes with and without phones take turns, so that other load on this
 * machine affects both.
 */
const PATIENTS = 300
const DESKS = 20
const MINUTES = 2
const WARM_UP_MS = 15_000
/** As often as islands/ticket/phone.ts asks while it is visible. */
const ASK_EVERY_MS = 5_000
/** In place of a status. */
const FAILED = 0
const MOST_CPU_PERCENT = 5
const MOST_RATIO = 1.2

/**
 * `stepEveryMs` is between two steps in the clinic; a desk calls in one and sends back in its next.
 */
type Pace = { name: string; stepEveryMs: number }
type Minute = { cpuPercent: number; callsMs: number[] }

const BUSY: Pace = { name: 'calls every 15 s', stepEveryMs: 7_500 }
const RUSH: Pace = { name: '5 calls a second', stepEveryMs: 100 }

const clinic = await runClinic({ ticketMode: 'screen' })
const { send } = clinic
const desks: (() => Promise<void>)[] = []
const tickets: string[] = []
const callsMs: number[] = []
let nextDesk = 0
for (let n = 0; n < DESKS; n++) await openDesk(n)

const stopWarmUp = await startPhones()
await runDesks(RUSH, WARM_UP_MS)
stopWarmUp()
const rows = [...(await measure(BUSY)), ...(await measure(RUSH))]
clinic.stop()
saveRows('phones', rows)
process.exit(0)

/** Half of the desks have a patient, so that calls and other steps take turns. */
async function openDesk(n: number) {
  const { id: windowId } = await send('POST', '/api/windows', { name: `Room ${n + 10}` })
  const patients: number[] = []
  while (patients.length < PATIENTS / DESKS) {
    const { id } = await send('POST', '/api/patients', { name: `PATIENT ${n}` })
    tickets.push(await clinic.getTicket(id))
    patients.push(id)
  }
  let isBusy = false
  /** A call, or the called patient's way back to the queue. */
  async function step() {
    const path = `/api/patients/${patients[0]}/status`
    if (isBusy) {
      await send('PATCH', path, { status: 'requeue', requeueReason: 'Others' })
      await send('POST', `/api/patients/${patients[0]}/back`)
      patients.push(...patients.splice(0, 1))
    } else {
      callsMs.push(await timed(() => send('PATCH', path, { status: 'called', windowId })))
    }
    isBusy = !isBusy
  }
  if (n % 2 === 0) await step()
  desks.push(step)
}

/** Steps come at random moments, so that they meet each other and the phones as in a clinic. */
async function runDesks({ stepEveryMs }: Pace, forMs: number): Promise<Minute> {
  const [cpu, started] = [cpuSeconds(clinic.pid), performance.now()]
  const steps = Array.from({ length: forMs / stepEveryMs }, async (_, n) => {
    await Bun.sleep(stepEveryMs * (n + Math.random()))
    await desks[nextDesk++ % DESKS]?.()
  })
  await Promise.all([...steps, Bun.sleep(forMs)])
  const seconds = (performance.now() - started) / 1_000
  const cpuPercent = (100 * (cpuSeconds(clinic.pid) - cpu)) / seconds
  return { cpuPercent, callsMs: callsMs.splice(0) }
}

/** Phones of one address that show tickets; `stop` returns the status of each answer. */
async function startPhones() {
  const statuses: number[] = []
  const timers: Timer[] = []
  for (const ticket of tickets) {
    const ask = createPhone(`${clinic.url}/api/t/${ticket}`)
    const note = async () => void statuses.push(await ask().catch(() => FAILED))
    void note()
    timers.push(setInterval(note, ASK_EVERY_MS))
    // Spread over the time in which each asks once.
    await Bun.sleep(ASK_EVERY_MS / tickets.length)
  }
  statuses.length = 0
  return () => {
    timers.forEach(clearInterval)
    return statuses
  }
}

async function measure(pace: Pace): Promise<Row[]> {
  const [without, during]: [Minute[], Minute[]] = [[], []]
  const statuses: number[] = []
  for (let n = 0; n < MINUTES; n++) {
    without.push(await runDesks(pace, MINUTE_MS))
    const stop = await startPhones()
    during.push(await runDesks(pace, MINUTE_MS))
    statuses.push(...stop())
  }
  const rows = [describeCpu(pace, without, during), describeAnswers(pace, statuses)]
  return pace === RUSH ? [...rows, describeCalls(without, during)] : rows
}

function describeCpu({ name }: Pace, without: Minute[], during: Minute[]): Row {
  const toMean = (minutes: Minute[]) =>
    minutes.reduce((sum, { cpuPercent }) => sum + cpuPercent, 0) / minutes.length
  const [before, after] = [toMean(without), toMean(during)]
  const percent = after - before
  return {
    what: `CPU of the program for ${PATIENTS} phones, ${name}`,
    measured: `${percent.toFixed(1)} % of a core`,
    beside: `with phones ${after.toFixed(1)} %, without ${before.toFixed(1)} %`,
    aim: `under ${MOST_CPU_PERCENT} % of a core`,
    isMissed: percent >= MOST_CPU_PERCENT,
  }
}

function describeAnswers({ name }: Pace, statuses: number[]): Row {
  const unchanged = statuses.filter(status => status === 304).length
  const refused = statuses.filter(status => status === 429).length
  const failed = statuses.filter(status => ![200, 304, 429].includes(status)).length
  const percent = ((100 * unchanged) / statuses.length).toFixed(0)
  return {
    what: `Answers to the phones, ${name}`,
    measured: `${refused} refused (429), ${failed} failed`,
    beside: `${statuses.length} answers, ${unchanged} of them (${percent} %) 304`,
    aim: '0 refused, 0 failed',
    isMissed: refused + failed > 0,
  }
}

function describeCalls(without: Minute[], during: Minute[]): Row {
  const toTimes = (minutes: Minute[]) => minutes.flatMap(({ callsMs }) => callsMs)
  const [before, after] = [toTimes(without), toTimes(during)]
  const ratio = percentile(after, 99) / percentile(before, 99)
  return {
    what: `A call beside ${PATIENTS} phones, ${after.length} calls`,
    measured: `${describeMs(after, 99)}, p99 ratio ${ratio.toFixed(2)}`,
    beside: `without phones: ${describeMs(before, 99)}`,
    aim: `p99 ratio at most ${MOST_RATIO}`,
    isMissed: ratio > MOST_RATIO,
  }
}
