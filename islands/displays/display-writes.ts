import type { TvDevice } from '#domain/display/tv-device'
import type { TvOptions } from '#domain/display/tv-options'
import type { TvCommand } from '#domain/events'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { refetchQueries } from '../data/query.ts'

type Named = Pick<TvDevice, 'name'>

export function createDisplayWrites(id: number) {
  const { busy, mutate } = createMutations<'tv'>(() => refetchQueries(['tv-devices']))
  const keys = ['tv'] as const
  const route = api['tv-devices'][':id']
  const param = { id: String(id) }

  function command({ name }: Named, command: TvCommand, text: string) {
    const path = { param: { ...param, command } }
    void mutate({
      keys,
      done: [`Asked ${name} ${text}`],
      failed: 'Failed to reach the TV.',
      send: headers => unwrap(route[':command{identify|chime|reload}'].$post(path, headers)),
    })
  }

  async function save({ name }: Named, json: TvOptions) {
    const saved = await mutate({
      keys,
      done: ['Settings saved successfully', name],
      failed: 'Failed to save settings',
      send: headers => unwrap(route.$patch({ param, json }, headers)),
    })
    return saved !== null
  }

  async function rename(name: string) {
    const renamed = await mutate({
      keys,
      done: ['TV renamed', name],
      failed: 'Failed to rename the TV.',
      send: headers => unwrap(route.$put({ param, json: { name } }, headers)),
    })
    return renamed !== null
  }

  /** Resolves to the new link, or to null after a failure. */
  async function rotate() {
    const rotated = await mutate({
      keys,
      failed: 'Failed to create a new link.',
      send: headers => unwrap(route.rotate.$post({ param }, headers)),
    })
    return rotated?.url ?? null
  }

  function revoke({ name }: Named) {
    void mutate({
      keys,
      done: ['TV revoked', `${name} no longer shows anything.`],
      failed: 'Failed to revoke the TV.',
      send: headers => unwrap(route.$delete({ param }, headers)),
    })
  }

  return { isBusy: () => busy.value.has('tv'), command, save, rename, rotate, revoke }
}
