import { isUnreachableError } from '#db/connection/errors'
import { EFFECTS } from '#domain/change'
import type { NextNotice } from '#domain/events'
import { describeError, type Log } from '../observability/log.ts'
import type { Channel } from './channel.ts'

/** The passing time can change the next patients, for example when a hold ends. */
const CHECK_INTERVAL_MS = 5_000

type Client = {
  load(): Promise<NextNotice[]>
  send(notice: NextNotice): void
  lastId: string | undefined
  isGreeted: boolean
}

type Deps = { channel: Channel; getToday(): string; log: Log; checkIntervalMs?: number }

/** Sends a notice once for each wait and phone number. New clients get the notices they lack. */
export function createNextNotices({
  channel,
  getToday,
  log,
  checkIntervalMs = CHECK_INTERVAL_MS,
}: Deps) {
  const clients = new Set<Client>()
  /** The phone number of each sent notice, by the notice's id, in the order of sending. */
  let sent = new Map<string, string | undefined>()
  let sentOn = ''
  let isDue = false
  let isChecking = false
  let stop = () => {}

  function start() {
    const timer = setInterval(check, checkIntervalMs)
    const unsubscribe = channel.subscribe({
      onEvent({ name, payload }) {
        if (name === 'change' && payload.facts.some(({ kind }) => EFFECTS[kind].isOfOrder))
          void check()
      },
    })
    stop = () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  async function check() {
    isDue = true
    if (isChecking) return
    isChecking = true
    try {
      while (isDue) await checkOnce()
    } catch (cause) {
      if (!isUnreachableError(cause)) log('error', 'notices not sent', describeError(cause))
    } finally {
      isChecking = false
    }
  }

  async function checkOnce() {
    isDue = false
    const [client] = clients
    if (client) tell(await client.load())
  }

  function tell(next: NextNotice[]) {
    const today = getToday()
    // After midnight, keep notices of patients who are still next, so they are not sent twice.
    if (sentOn !== today)
      sent = new Map([...sent].filter(([id]) => next.some(one => one.id === id)))
    sentOn = today
    const fresh = next.filter(({ id, phone }) => !sent.has(id) || isOtherPhone(phone, sent.get(id)))
    for (const client of clients) {
      for (const notice of client.isGreeted ? fresh : withoutKnown(next, client))
        client.send(notice)
      client.isGreeted = true
    }
    for (const { id, phone } of fresh) {
      sent.delete(id)
      sent.set(id, phone)
    }
  }

  function withoutKnown(next: NextNotice[], { lastId }: Client) {
    const order = [...sent.keys()]
    const known = new Set(order.slice(0, order.indexOf(lastId ?? '') + 1))
    return next.filter(({ id }) => !known.has(id))
  }

  return {
    subscribe(client: Omit<Client, 'isGreeted'>) {
      const added = { ...client, isGreeted: false }
      if (clients.size === 0) start()
      clients.add(added)
      void check()
      return () => {
        if (clients.delete(added) && clients.size === 0) stop()
      }
    },
  }
}

/** True if reception added or corrected the phone number after the notice. */
function isOtherPhone(phone: string | undefined, sent: string | undefined) {
  return phone !== undefined && phone !== sent
}
