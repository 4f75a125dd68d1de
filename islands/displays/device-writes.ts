import type { TvDevice } from '#domain/display/tv-device'
import { KIND_NAMES } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import type { TvCommand } from '#domain/events'
import { capitalize } from '#domain/text'
import { api, toPath } from '../data/api.ts'
import { refetchQueries } from '../data/query.ts'
import { useWrites } from '../data/resource.ts'

export type Device = Pick<TvDevice, 'id' | 'name' | 'kind'>
export type DeviceWrites = ReturnType<typeof useDeviceWrites>

export const useTvWrites = () => useWrites<'tv'>(() => refetchQueries(['tv-devices']))

/** Returns the writes to a device, each of which resolves to null after a failure. */
export function useDeviceWrites(device: Device) {
  const { busy, mutate } = useTvWrites()
  const { name, kind } = device
  const noun = KIND_NAMES[kind]
  const title = capitalize(noun)
  const keys = ['tv'] as const
  const route = api['tv-devices'][':id']
  const path = toPath(device)

  return {
    isBusy: busy.size > 0,
    command: (command: TvCommand, text: string) =>
      mutate({
        keys,
        done: [`Asked ${name} ${text}`],
        failed: 'Failed to reach the TV.',
        send: () =>
          route[':command{identify|chime|reload}'].$post({ param: { ...path.param, command } }),
      }),
    save: (json: Partial<TvOptions>) =>
      mutate({
        keys,
        done: ['Settings saved successfully', name],
        failed: 'Failed to save settings',
        send: () => route.$patch({ ...path, json }),
      }),
    rename: (typed: string) =>
      mutate({
        keys,
        done: [`${title} renamed`, typed],
        failed: `Failed to rename the ${noun}.`,
        send: () => route.$put({ ...path, json: { name: typed } }),
      }),
    /** Resolves to the new link. */
    rotate: () =>
      mutate({
        keys,
        failed: 'Failed to create a new link.',
        send: () => route.rotate.$post(path),
      }),
    revoke: () =>
      mutate({
        keys,
        done: [`${title} revoked`, kind === 'tv' ? `${name} no longer shows anything.` : name],
        failed: `Failed to revoke the ${noun}.`,
        send: () => route.$delete(path),
      }),
  }
}
