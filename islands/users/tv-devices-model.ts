import { signal } from '@preact/signals-react'
import { type TvDevice, validateTvName } from '#domain/display/tv-device'
import { getPairingCodeProblem } from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import { api, getClientErrorMessage, unwrap, withIdempotencyKey } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toast } from '../data/toasts.ts'

/** A form of the dialog, the list, or a TV by its id. */
type Place = 'add' | 'pair' | 'list' | number
export type Problem = { place: Place; sentence: string }
/** The server returns a link only when it is created. */
export type NewLink = { deviceId: number; url: string }

/** The TVs of one user; `devices` is null until they are loaded. */
export function createTvDevicesModel(userId: number) {
  const devices = query<TvDevice[] | null>(
    'tv-devices',
    () => unwrap(tvDevicesApi.$get({ query: { userId: String(userId) } })),
    null,
    // The time since a TV was last seen changes without its data.
    { every: POLL_MS.tvDevices, merge: (_, next) => next },
  )
  const busyPlaces = signal<ReadonlySet<Place>>(new Set())
  const problem = signal<Problem | null>(null)
  const link = signal<NewLink | null>(null)
  const notice = signal('')

  /** Resolves to the result, or null after setting `problem`. */
  async function mutate<T>(place: Place, failed: string, send: () => Promise<T>) {
    if (busyPlaces.value.has(place)) return null
    busyPlaces.value = new Set(busyPlaces.value).add(place)
    problem.value = null
    notice.value = ''
    const refetch = () => (place === 'list' ? null : devices.refetch().catch(() => {}))
    try {
      const result = await send()
      await refetch()
      return result
    } catch (cause) {
      const message = cause instanceof DomainError ? cause.message : getClientErrorMessage(cause)
      problem.value = { place, sentence: message ?? failed }
      // Not awaited, so that the user can retry at once.
      void refetch()
      return null
    } finally {
      busyPlaces.value = new Set([...busyPlaces.value].filter(item => item !== place))
    }
  }

  function load() {
    return mutate('list', 'The TVs could not be loaded.', devices.refetch)
  }

  async function add(typedName: string) {
    const created = await mutate('add', 'Failed to add the TV. Please try again.', async () => {
      const name = validateTvName(typedName, currentDevices())
      return unwrap(tvDevicesApi.$post({ json: { userId, name } }, withIdempotencyKey()))
    })
    if (created) link.value = { deviceId: created.device.id, url: created.url }
    return created !== null
  }

  async function pair(code: string, typedName: string) {
    const created = await mutate(
      'pair',
      'Failed to connect the TV. Please try again.',
      async () => {
        const codeProblem = getPairingCodeProblem(code)
        if (codeProblem) throw new DomainError(codeProblem)
        const name = validateTvName(typedName, currentDevices())
        return unwrap(
          tvDevicesApi.pair.$post({ json: { code, userId, name } }, withIdempotencyKey()),
        )
      },
    )
    if (!created) return false
    notice.value = `TV connected: ${created.device.name}`
    toast('TV connected', created.device.name)
    return true
  }

  async function rename({ id }: TvDevice, name: string) {
    const updated = await mutate(id, 'Failed to rename the TV.', () =>
      unwrap(
        tvDevicesApi[':id'].$put(
          { param: { id: String(id) }, json: { name } },
          withIdempotencyKey(),
        ),
      ),
    )
    return updated !== null
  }

  async function rotate({ id }: TvDevice) {
    const created = await mutate(id, 'Failed to create a new link.', () =>
      unwrap(tvDevicesApi[':id'].rotate.$post({ param: { id: String(id) } }, withIdempotencyKey())),
    )
    if (created) link.value = { deviceId: id, url: created.url }
  }

  async function revoke({ id, name }: TvDevice) {
    const result = await mutate(id, 'Failed to revoke the TV.', () =>
      unwrap(tvDevicesApi[':id'].$delete({ param: { id: String(id) } }, withIdempotencyKey())),
    )
    if (result) notice.value = `${name} was revoked and no longer shows anything.`
  }

  function currentDevices() {
    return devices.data.value ?? []
  }

  function hideLink() {
    link.value = null
  }

  return {
    devices,
    busyPlaces,
    problem,
    link,
    notice,
    load,
    add,
    pair,
    rename,
    rotate,
    revoke,
    hideLink,
  }
}

const tvDevicesApi = api['tv-devices']
