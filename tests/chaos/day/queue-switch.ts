import { type Check, createCheck } from '../ledger.ts'
import { ENDING_QUEUE } from './clinic.ts'
import type { DayProgram } from './program.ts'

const ENDS_AT = 0.3
const BEGINS_AGAIN_AT = 0.45
const RETRY_MS = 500
const FINISHED = ['completed', 'no-show']

type Day = { dayMs: number; log(event: string): void }

/** An administrator ends a queue and lets it begin again, through whatever goes wrong meanwhile. */
export async function switchQueue({ send }: DayProgram, { dayMs, log }: Day): Promise<Check[]> {
  const startedAt = Date.now()
  const sleepUntil = (share: number) =>
    Bun.sleep(Math.max(0, startedAt + dayMs * share - Date.now()))

  await sleepUntil(ENDS_AT)
  await setActive(false)
  const left = await keepTrying(async () => {
    const { status, body } = await send('GET', '/api/patients')
    return status === 200 ? (body as Listed[]).filter(isLeft) : null
  })
  log(`${ENDING_QUEUE} deactivated`)
  await sleepUntil(BEGINS_AGAIN_AT)
  await setActive(true)
  log(`${ENDING_QUEUE} activated`)
  const error = `${left.length} wait in ${ENDING_QUEUE}, which is not active`
  return [createCheck('queues', left.length === 0, error)]

  function setActive(isActive: boolean) {
    return keepTrying(async () => {
      const { body: queues } = await send('GET', '/api/queues')
      const { id, ...queue } = queues.find(({ name }: { name: string }) => name === ENDING_QUEUE)
      const { status } = await send('PUT', `/api/queues/${id}`, { ...queue, isActive })
      return status === 200 ? true : null
    })
  }
}

type Listed = { status: string; queue: { name: string } | null }

function isLeft({ status, queue }: Listed) {
  return queue?.name === ENDING_QUEUE && !FINISHED.includes(status)
}

async function keepTrying<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (;;) {
    // One after another, so that an older one cannot come after a newer one.
    const result = await attempt().catch(() => null)
    if (result !== null) return result
    await Bun.sleep(RETRY_MS)
  }
}
