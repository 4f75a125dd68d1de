import { signal } from '@preact/signals-react'
import { type TvDevice, validateTvName } from '#domain/display/tv-device'
import { getPairingCodeProblem } from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import { api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { createMutations, type WriteHeaders } from '../data/mutation.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toast } from '../data/toasts.ts'
import type { Pairing } from './PairTv.tsx'

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
  const problem = signal<Problem | null>(null)
  const link = signal<NewLink | null>(null)
  const notice = signal('')

  const { busy, mutate } = createMutations<Place>(devices.refetch)

  /** Resolves to the response, or to null after setting `problem`. */
  function write<T>(place: Place, failed: string, send: (headers: WriteHeaders) => Promise<T>) {
    if (busy.value.has(place)) return null
    problem.value = null
    notice.value = ''
    const onFailure = (sentence: string) => (problem.value = { place, sentence })
    return mutate({ keys: [place], failed, send, onFailure })
  }

  async function load() {
    problem.value = null
    await devices.refetch().catch(cause => {
      const sentence = getClientErrorMessage(cause) ?? 'The TVs could not be loaded.'
      problem.value = { place: 'list', sentence }
    })
  }

  async function add(typedName: string) {
    const created = await write('add', 'Failed to add the TV. Please try again.', async headers => {
      const name = validateTvName(typedName, currentDevices())
      return unwrap(tvDevicesApi.$post({ json: { userId, name } }, headers))
    })
    if (created) link.value = { deviceId: created.device.id, url: created.url }
    return created !== null
  }

  async function pair(pairing: Pairing) {
    const created = await write('pair', PAIRING_FAILED, headers =>
      sendPairing(pairing, headers, currentDevices()),
    )
    if (!created) return false
    notice.value = `TV connected: ${created.device.name}`
    toast('TV connected', created.device.name)
    return true
  }

  async function rename({ id }: TvDevice, name: string) {
    const param = { id: String(id) }
    const renamed = await write(id, 'Failed to rename the TV.', headers =>
      unwrap(tvDevicesApi[':id'].$put({ param, json: { name } }, headers)),
    )
    return renamed !== null
  }

  async function rotate({ id }: TvDevice) {
    const param = { id: String(id) }
    const created = await write(id, 'Failed to create a new link.', headers =>
      unwrap(tvDevicesApi[':id'].rotate.$post({ param }, headers)),
    )
    if (created) link.value = { deviceId: id, url: created.url }
  }

  async function revoke({ id, name }: TvDevice) {
    const param = { id: String(id) }
    const revoked = await write(id, 'Failed to revoke the TV.', headers =>
      unwrap(tvDevicesApi[':id'].$delete({ param }, headers)),
    )
    if (revoked) notice.value = `${name} was revoked and no longer shows anything.`
  }

  function currentDevices() {
    return devices.data.value ?? []
  }

  function hideLink() {
    link.value = null
  }

  return {
    devices,
    busyPlaces: busy,
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

export const PAIRING_FAILED = 'Failed to connect the TV. Please try again.'

/** Throws a DomainError for a code or a name that cannot be right. */
export async function sendPairing(
  { code, name: typedName, userId }: Pairing,
  headers: WriteHeaders,
  /** The user's TVs, where they are known: the server checks the name, too. */
  devices: TvDevice[] = [],
) {
  const codeProblem = getPairingCodeProblem(code)
  if (codeProblem) throw new DomainError(codeProblem)
  const name = validateTvName(typedName, devices)
  return unwrap(tvDevicesApi.pair.$post({ json: { code, userId, name } }, headers))
}

const tvDevicesApi = api['tv-devices']
