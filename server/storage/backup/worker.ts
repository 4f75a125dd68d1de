import { setPriority } from 'node:os'
import { Refusal } from '#domain/errors'
import { describe } from '../../observability/log.ts'
import { lookAtPresent } from './inspect-file.ts'
import { pack } from './pack.ts'
import { unpack } from './unpack.ts'
import type { Answer, Order } from './worker-client.ts'

// The desks come first.
const YIELDS = 10

/** What the second process does: one order, one line of an answer. */
export async function obey(order: Order): Promise<never> {
  process.umask(0o077)
  setPriority(YIELDS)
  console.log(JSON.stringify(await answered(order)))
  // Whatever libSQL still holds open is closed by the end of the process, and only by that.
  process.exit(0)
}

async function answered(order: Order): Promise<Answer> {
  try {
    return { result: await carriedOut(order) }
  } catch (cause) {
    if (cause instanceof Refusal) return { refusal: cause.message }
    return { failure: describe(cause).error }
  }
}

function carriedOut(order: Order) {
  if (order.work === 'pack') return pack(order)
  if (order.work === 'unpack') return unpack(order)
  return lookAtPresent(order.file)
}
