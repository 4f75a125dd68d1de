import type { TvDevice } from '#domain/display/tv-device'
import { KIND_NAMES, type TvKind } from '#domain/display/tv-kind'
import type { TvOptions } from '#domain/display/tv-options'
import type { TvCommand } from '#domain/events'
import { capitalize } from '#domain/text'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { refetchQueries } from '../data/query.ts'

type Named = Pick<TvDevice, 'name'>

export function createDisplayWrites(id: number, kind: TvKind) {
  const { busy, mutate } = createMutations<'tv'>(() => refetchQueries(['tv-devices']))
  const noun = KIND_NAMES[kind]
  const title = capitalize(noun)
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

  async function save({ name }: Named, json: Partial<TvOptions>) {
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
      done: [`${title} renamed`, name],
      failed: `Failed to rename the ${noun}.`,
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
      done: [`${title} revoked`, kind === 'tv' ? `${name} no longer shows anything.` : name],
      failed: `Failed to revoke the ${noun}.`,
      send: headers => unwrap(route.$delete({ param }, headers)),
    })
  }

  return { isBusy: () => busy.value.has('tv'), command, save, rename, rotate, revoke }
}
