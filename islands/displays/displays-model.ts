import { signal } from '@preact/signals-react'
import type { TvDevice } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import type { TvDay, TvStatus } from '#domain/display/tv-report'
import type { TvCommand } from '#domain/events'
import type { Room } from '#domain/rooms/room'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import type { Pairing } from './PairTv.tsx'
import { PAIRING_FAILED, sendPairing } from './tv-devices-model.ts'

export type TvRoom = Pick<Room, 'id' | 'name' | 'isActive'>
export type Display = TvDevice & TvStatus & { today: TvDay }

/** Only the TV itself shows whether it did what it was asked. */
const COMMAND_TEXTS: Record<TvCommand, string> = {
  identify: 'to show its name',
  chime: 'to play its sound',
  reload: 'to reload its page',
}

export function createDisplaysModel(initial: Display[]) {
  const displays = query('tv-devices', () => unwrap(tvDevicesApi.displays.$get()), initial, {
    every: POLL_MS.tvDevices,
  })
  const { busy, mutate } = createMutations<number | 'pair'>(displays.refetch)
  const pairingProblem = signal<string | null>(null)

  return {
    displays,
    busy,
    pairingProblem,
    /** Resolves to whether the TV is connected; otherwise `pairingProblem` says why not. */
    async pair(pairing: Pairing) {
      pairingProblem.value = null
      const paired = await mutate({
        keys: ['pair'],
        done: ['TV connected', pairing.name.trim()],
        failed: PAIRING_FAILED,
        send: headers => sendPairing(pairing, headers),
        onFailure: sentence => (pairingProblem.value = sentence),
      })
      return paired !== null
    },
    async save({ id, name }: Display, json: TvOptions) {
      const param = { id: String(id) }
      const saved = await mutate({
        keys: [id],
        done: ['Settings saved successfully', name],
        failed: 'Failed to save settings',
        send: headers => unwrap(tvDevicesApi[':id'].$patch({ param, json }, headers)),
      })
      return saved !== null
    },
    command({ id, name }: Display, command: TvCommand) {
      const param = { id: String(id), command }
      const route = tvDevicesApi[':id'][':command{identify|chime|reload}']
      void mutate({
        keys: [id],
        done: [`Asked ${name} ${COMMAND_TEXTS[command]}`],
        failed: 'Failed to reach the TV.',
        send: headers => unwrap(route.$post({ param }, headers)),
      })
    },
  }
}

const tvDevicesApi = api['tv-devices']
