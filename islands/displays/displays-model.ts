import type { TvDevice } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import type { TvDay, TvStatus } from '#domain/display/tv-report'
import type { TvCommand } from '#domain/events'
import { api, unwrap, withIdempotencyKey } from '../data/api.ts'
import { createRowMutations, type MutationMessages } from '../data/mutations.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'

export type Display = TvDevice & TvStatus & { today: TvDay }

/** What the TV is asked to do. Only the TV shows whether it did. */
const COMMAND_TEXTS: Record<TvCommand, string> = {
  identify: 'to show its name',
  chime: 'to play its sound',
  reload: 'to reload its page',
}

/** The TVs of all users. */
export function createDisplaysModel(initial: Display[]) {
  const displays = query('tv-devices', () => unwrap(tvDevicesApi.displays.$get()), initial, {
    every: POLL_MS.tvDevices,
  })
  const { busyIds, mutateRow } = createRowMutations(displays.refetch)

  return {
    displays,
    busyIds,
    /** Resolves to whether it succeeded. */
    save(tv: Display, json: TvOptions) {
      const messages: MutationMessages = {
        done: ['Settings saved successfully', tv.name],
        failed: 'Failed to save settings',
      }
      return mutateRow(tv, messages, param =>
        unwrap(tvDevicesApi[':id'].$patch({ param, json }, withIdempotencyKey())),
      )
    },
    command(tv: Display, command: TvCommand) {
      const messages: MutationMessages = {
        done: [`Asked ${tv.name} ${COMMAND_TEXTS[command]}`],
        failed: 'Failed to reach the TV.',
      }
      return mutateRow(tv, messages, ({ id }) =>
        unwrap(
          tvDevicesApi[':id'][':command{identify|chime|reload}'].$post(
            { param: { id, command } },
            withIdempotencyKey(),
          ),
        ),
      )
    },
  }
}

const tvDevicesApi = api['tv-devices']
