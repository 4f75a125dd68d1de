import type { Query } from '#db/connection/query'
import { DomainError } from '#domain/errors'
import type { App } from '../../context.ts'
import type { Channel } from '../../realtime/channel.ts'

/**
 * The app's writes join in one transaction, which its reads see; events wait for the commit.
 * `recheck` throws if the right to write has ended since the request began.
 */
export function joinWrites(app: App, recheck: (db: Query) => Promise<unknown>) {
  const opened = Promise.withResolvers<Query>()
  const ended = Promise.withResolvers<(tx: Query) => Promise<void>>()
  const { channel, send } = holdEvents(app.channel)
  let transaction: Promise<void> | null = null
  const holder = { isRunning: false }
  let hasFailed = false

  function open() {
    if (!transaction) {
      let isOpen = false
      transaction = app.write(async tx => {
        if (isOpen)
          throw new DomainError('The database is busy. Please try again.', { status: 503 })
        isOpen = true
        await recheck(tx)
        holder.isRunning = true
        opened.resolve(tx)
        const last = await ended.promise.finally(() => {
          holder.isRunning = false
        })
        await last(tx)
      })
      transaction.catch(opened.reject)
    }
    return opened.promise
  }

  return {
    app: {
      ...app,
      channel,
      async write(work) {
        const tx = await open()
        try {
          return await work(tx)
        } catch (cause) {
          hasFailed = true
          throw cause
        }
      },
      writeApart: work =>
        app.write(async tx => {
          await recheck(tx)
          return work(tx)
        }),
      async runEffect(effect) {
        await app.read(recheck)
        return app.runEffect(effect)
      },
      read: async work => (transaction ? work(await opened.promise) : app.read(work)),
      // What is not committed yet must not be cached for others.
      cached: (name, read) => (transaction ? read() : app.cached(name, read)),
    } satisfies App,

    /** A write or read past the joined app would wait for the transaction that waits for `work`. */
    run: (work: () => Promise<void>) => app.runAsHolder(holder, work),

    /** `last` ends the transaction. Returns false if there was none. Then everything is sent. */
    async commit(last: (tx: Query) => Promise<void>) {
      if (hasFailed) {
        await this.rollBack()
        throw new Error('a write failed, and its request succeeded')
      }
      ended.resolve(last)
      await transaction
      send()
      return transaction !== null
    },

    async rollBack() {
      const cause = new Error('rolled back')
      ended.resolve(async () => {
        throw cause
      })
      await transaction?.catch(reason => {
        if (reason !== cause) throw reason
      })
      return false
    },
  }
}

/** Nobody hears of what is not committed: `send` sends the events that were published so far. */
function holdEvents(real: Channel) {
  const held: (() => void)[] = []
  const hold =
    <Args extends unknown[]>(publish: (...args: Args) => void) =>
    (...args: Args) =>
      void held.push(() => publish(...args))
  const channel: Channel = {
    ...real,
    publish: hold(real.publish) as Channel['publish'],
    publishTo: hold(real.publishTo) as Channel['publishTo'],
    endSessions: hold(real.endSessions),
  }
  return {
    channel,
    send() {
      for (const publish of held) publish()
    },
  }
}
