import { startProcess } from './a-process.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { type Row, saveRows } from './measurements.ts'
import type { PhonesCommand, PhonesMessage } from './phone-clients.ts'
import { median, percentile, runClinic } from './program.ts'

/**
 * `bun run bench:phones`: what 300 phones that show tickets cost the real program while 20 desks
 * work, at two paces. Minutes with and without phones take turns, so that other load on this
 * machine affects both.
 */
const PATIENTS = 300
const DESKS = 20
const MINUTE_MS = 60_000
const WARM_UP_MS = 15_000
const MOST_CPU_PERCENT = 5
const MOST_RATIO = 1.2

/**
 * `stepEveryMs` is between two steps in the clinic; a desk calls in one and sends back in its next.
 */
type Pace = { name: string; stepEveryMs: number; minutes: number }
type Figures = { seconds: number; cpuSeconds: number; callsMs: number[] }
type Answers = Record<string, number>

const BUSY: Pace = { name: 'calls every 15 s', stepEveryMs: 7_500, minutes: 2 }
const RUSH: Pace = { name: '5 calls a second', stepEveryMs: 100, minutes: 2 }

const clinic = await runClinic({ ticketMode: 'screen' })
let figures = createFigures()
let nextDesk = 0
const { desks, tickets } = await openClinic()

await warmUp()
const rows = [...(await measure(BUSY)), ...(await measure(RUSH))]
clinic.stop()
saveRows('phones', rows)
process.exit(0)

function createFigures(): Figures {
  return { seconds: 0, cpuSeconds: 0, callsMs: [] }
}

/** Half of the desks have a patient, so that calls and other steps take turns. */
async function openClinic() {
  const desks: (() => Promise<void>)[] = []
  const tickets: string[] = []
  for (let n = 0; n < DESKS; n++) {
    const { id } = await send('POST', '/api/windows', { name: `Room ${n + 10}` })
    const patients: number[] = []
    while (patients.length < PATIENTS / DESKS) {
      const patient = await send('POST', '/api/patients', { name: `PATIENT ${n}` })
      tickets.push(await getTicket(patient.id))
      patients.push(patient.id)
    }
    const desk = createDesk(id, patients)
    if (n % 2 === 0) await desk()
    desks.push(desk)
  }
  return { desks, tickets }
}

/** Asked for under another name than localhost, which no ticket can have as its address. */
async function getTicket(id: number): Promise<string> {
  const headers = { cookie: clinic.cookie, 'x-forwarded-host': 'clinic.example' }
  const response = await fetch(`${clinic.url}/api/patients/${id}/ticket`, { headers })
  return (await response.json()).ticket
}

async function send(method: string, path: string, json?: object) {
  const { status, body } = await clinic.send(method, path, json)
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${body.error}`)
  return body
}

/** Each run is a step: a call, or the called patient's way back to the queue. */
function createDesk(windowId: number, patients: number[]) {
  let isBusy = false
  return async () => {
    const [patient = 0] = patients
    const path = `/api/patients/${patient}/status`
    if (isBusy) {
      await send('PATCH', path, { status: 'requeue', requeueReason: 'Others' })
      patients.push(...patients.splice(0, 1))
    } else {
      const started = performance.now()
      await send('PATCH', path, { status: 'called', windowId })
      figures.callsMs.push(performance.now() - started)
    }
    isBusy = !isBusy
  }
}

async function warmUp() {
  const phones = await startPhones()
  await runDesks(RUSH, WARM_UP_MS)
  await phones.stop()
}

async function startPhones() {
  const phones = startProcess<PhonesCommand, PhonesMessage>('phone-clients.ts')
  phones.send({ url: clinic.url, tickets })
  await phones.message('asked')
  return {
    async stop() {
      phones.send({ isStopping: true })
      const { answers } = await phones.message('answers')
      phones.stop()
      return answers
    },
  }
}

/** Steps come at random moments, so that they meet each other and the phones as in a clinic. */
function runDesks({ stepEveryMs }: Pace, forMs: number) {
  const steps = Array.from({ length: forMs / stepEveryMs }, async (_, n) => {
    await Bun.sleep(stepEveryMs * (n + Math.random()))
    await desks[nextDesk++ % DESKS]?.()
  })
  return Promise.all([...steps, Bun.sleep(forMs)])
}

async function measure(pace: Pace): Promise<Row[]> {
  const without = createFigures()
  const during = createFigures()
  const answers: Answers = {}
  for (let minute = 0; minute < pace.minutes; minute++) {
    await measureMinute(pace, without)
    const phones = await startPhones()
    await measureMinute(pace, during)
    for (const [status, count] of Object.entries(await phones.stop())) {
      answers[status] = (answers[status] ?? 0) + count
    }
  }
  const rows = [describeCpu(pace, without, during), describeAnswers(pace, answers)]
  return pace === RUSH ? [...rows, describeCalls(without, during)] : rows
}

async function measureMinute(pace: Pace, into: Figures) {
  figures = into
  const [cpu, started] = [cpuSeconds(clinic.pid), performance.now()]
  await runDesks(pace, MINUTE_MS)
  into.cpuSeconds += cpuSeconds(clinic.pid) - cpu
  into.seconds += (performance.now() - started) / 1_000
}

function describeCpu({ name }: Pace, without: Figures, during: Figures): Row {
  const [before, after] = [without, during].map(each => (100 * each.cpuSeconds) / each.seconds)
  const percent = (after ?? 0) - (before ?? 0)
  return {
    what: `CPU of the program for ${PATIENTS} phones, ${name}`,
    measured: `${percent.toFixed(1)} % of a core`,
    beside: `with phones ${after?.toFixed(1)} %, without ${before?.toFixed(1)} %`,
    aim: `under ${MOST_CPU_PERCENT} % of a core`,
    isMissed: percent >= MOST_CPU_PERCENT,
  }
}

function describeAnswers({ name }: Pace, answers: Answers): Row {
  const { 200: full = 0, 304: unchanged = 0, 429: refused = 0 } = answers
  const all = Object.values(answers).reduce((sum, count) => sum + count, 0)
  const others = all - full - unchanged - refused
  return {
    what: `Answers to the phones, ${name}`,
    measured: `${refused} refused (429), ${others} failed`,
    beside: `${all} answers, ${unchanged} of them (${((100 * unchanged) / all).toFixed(0)} %) 304`,
    aim: '0 refused, 0 failed',
    isMissed: refused + others > 0,
  }
}

function describeCalls(without: Figures, during: Figures): Row {
  const ratio = percentile(during.callsMs, 99) / percentile(without.callsMs, 99)
  return {
    what: `A call beside ${PATIENTS} phones, ${during.callsMs.length} calls`,
    measured: `${describeTimes(during)}, p99 ratio ${ratio.toFixed(2)}`,
    beside: `without phones: ${describeTimes(without)}`,
    aim: `p99 ratio at most ${MOST_RATIO}`,
    isMissed: ratio > MOST_RATIO,
  }
}

function describeTimes({ callsMs }: Figures) {
  return `median ${median(callsMs).toFixed(1)} ms, p99 ${percentile(callsMs, 99).toFixed(1)} ms`
}
