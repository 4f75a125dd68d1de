import type { Room } from '#domain/rooms/room'
import { cpuSeconds } from './cpu-seconds.ts'
import { saveRows } from './measurements.ts'
import { percentile, runClinic } from './program.ts'

/**
 * `bun run bench:phones`: what 300 phones behind one address cost while 20 desks work. Blocks with and without phones
 * take turns, so that other load on this machine affects both. `--quick` measures one of each.
 */
const PHONES = 300
const DESKS = 20
const ASK_EVERY_MS = 5_000
const STEP_EVERY_MS = 3_000
const BLOCK_MS = 40_000
const BLOCKS = process.argv.includes('--quick') ? 1 : 4
const WARM_UP_MS = 8_000

type Block = { calls: number[]; cpuShare: number; statuses: Map<number, number> }

const clinic = await runClinic({ ticketMode: 'screen' })
const { send, url, pid } = clinic
const rooms: number[] = []
for (let n = 0; n < DESKS; n++) {
  const { body } = await send('POST', '/api/windows', { name: `Room of desk ${n}` })
  const { id }: Room = body
  await send('PATCH', `/api/windows/${id}/status`, { isActive: true })
  rooms.push(id)
}
const waiting: number[] = []
const register = async () =>
  waiting.push((await send('POST', '/api/patients', { name: 'ALI' })).body.id)
for (let n = 0; n < PHONES; n++) await register()
const tickets: string[] = []
for (const id of waiting)
  tickets.push((await send('GET', `/api/patients/${id}/ticket`)).body.ticket)

await runBlock(WARM_UP_MS, true)
const [without, withPhones]: [Block[], Block[]] = [[], []]
for (let n = 0; n < BLOCKS; n++) {
  without.push(await runBlock(BLOCK_MS, false))
  withPhones.push(await runBlock(BLOCK_MS, true))
}
clinic.stop()
report()
process.exit(0)

async function runBlock(ms: number, hasPhones: boolean): Promise<Block> {
  const block: Block = { calls: [], cpuShare: 0, statuses: new Map() }
  const end = performance.now() + ms
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(pid)]
  const desks = rooms.map((room, index) => serveRoom(room, index, end, block.calls))
  const phones = hasPhones ? tickets.map((ticket, n) => follow(ticket, n, end, block)) : []
  await Promise.all([...desks, ...phones])
  const seconds = (performance.now() - startedAt) / 1_000
  block.cpuShare = (cpuSeconds(pid) - cpuBefore) / seconds
  return block
}

/** Calls somebody, completes them and registers the next, at a steady pace. */
async function serveRoom(room: number, index: number, end: number, calls: number[]) {
  await Bun.sleep((index * STEP_EVERY_MS) / DESKS)
  while (performance.now() < end) {
    const id = waiting.shift()
    const path = `/api/patients/${id}/status`
    const startedAt = performance.now()
    const { status } = await send('PATCH', path, { status: 'called', windowId: room })
    if (status !== 200) throw new Error(`a call was answered with ${status}`)
    calls.push(performance.now() - startedAt)
    await Bun.sleep(STEP_EVERY_MS)
    await send('PATCH', path, { status: 'completed' })
    await register()
    await Bun.sleep(STEP_EVERY_MS)
  }
}

async function follow(ticket: string, n: number, end: number, { statuses }: Block) {
  await Bun.sleep((n * ASK_EVERY_MS) / PHONES)
  let etag = ''
  while (performance.now() < end) {
    const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {}
    const response = await fetch(`${url}/api/t/${ticket}`, { headers })
    await response.arrayBuffer()
    etag = response.headers.get('etag') ?? ''
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    await Bun.sleep(ASK_EVERY_MS)
  }
}

function report() {
  const mean = (blocks: Block[]) =>
    blocks.reduce((sum, { cpuShare }) => sum + cpuShare, 0) / blocks.length
  const p99 = (blocks: Block[]) =>
    percentile(
      blocks.flatMap(({ calls }) => calls),
      99,
    )
  const cost = (mean(withPhones) - mean(without)) * 100
  const ratio = p99(withPhones) / p99(without)
  const count = (wanted: (status: number) => boolean) =>
    withPhones
      .flatMap(({ statuses }) => [...statuses])
      .reduce((sum, [status, times]) => sum + (wanted(status) ? times : 0), 0)
  const refused = count(status => status !== 200 && status !== 304)
  saveRows('phones', [
    {
      what: `CPU of ${PHONES} phones`,
      measured: `${cost.toFixed(1)} % of a core`,
      beside: `${DESKS} desks alone: ${(mean(without) * 100).toFixed(1)} %`,
      aim: 'under 5 %',
      isMissed: cost >= 5,
    },
    {
      what: 'a call, p99, with phones',
      measured: `${p99(withPhones).toFixed(1)} ms`,
      beside: `without: ${p99(without).toFixed(1)} ms (${ratio.toFixed(2)} times)`,
      aim: 'at most 1.2 times',
      isMissed: ratio > 1.2,
    },
    {
      what: 'answers that were neither 200 nor 304',
      measured: `${refused}`,
      beside: `${count(() => true)} answers, ${count(status => status === 304)} of them 304`,
      aim: '0',
      isMissed: refused > 0,
    },
  ])
}
