import { signal } from '@preact/signals-react'
import type { TvDevice } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import type { TvDay, TvStatus } from '#domain/display/tv-report'
import type { TvCommand } from '#domain/events'
import { api, getClientErrorMessage, unwrap, withIdempotencyKey } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toast, toastError } from '../data/toasts.ts'

export type Display = TvDevice & TvStatus & { today: TvDay }

/** What was asked: whether the TV has done it, only the TV shows. */
const ASKED: Record<TvCommand, string> = {
  identify: 'to show its name',
  chime: 'to play its sound',
  reload: 'to load its page anew',
}

/** The TVs of all users. */
export function createDisplaysModel(initial: Display[]) {
  const displays = query('tv-devices', () => unwrap(tvDevicesApi.displays.$get()), initial, {
    every: POLL_MS.tvDevices,
  })
  const busyIds = signal<ReadonlySet<number>>(new Set())

  /** Resolves to whether it succeeded. */
  async function mutate(id: number, send: () => Promise<unknown>) {
    if (busyIds.value.has(id)) return false
    busyIds.value = new Set(busyIds.value).add(id)
    try {
      await send()
      await displays.refetch().catch(() => {})
      return true
    } catch (cause) {
      toastError('Error', getClientErrorMessage(cause) ?? 'Failed to reach the TV.')
      return false
    } finally {
      busyIds.value = new Set([...busyIds.value].filter(other => other !== id))
    }
  }

  return {
    displays,
    busyIds,
    async save({ id, name }: Display, options: TvOptions) {
      const param = { id: String(id) }
      const isSaved = await mutate(id, () =>
        unwrap(tvDevicesApi[':id'].$patch({ param, json: options }, withIdempotencyKey())),
      )
      if (isSaved) toast('Settings saved successfully', name)
      return isSaved
    },
    async command({ id, name }: Display, command: TvCommand) {
      const param = { id: String(id), command }
      const isSent = await mutate(id, () =>
        unwrap(
          tvDevicesApi[':id'][':command{identify|chime|reload}'].$post(
            { param },
            withIdempotencyKey(),
          ),
        ),
      )
      if (isSent) toast(`Asked ${name} ${ASKED[command]}`)
    },
  }
}

const tvDevicesApi = api['tv-devices']
