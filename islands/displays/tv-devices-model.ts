import { type Signal, signal } from '@preact/signals-react'
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

/** Resolves to the response, or to null after setting `problem`. */
type Write = <T>(
  place: Place,
  failed: string,
  send: (headers: WriteHeaders) => Promise<T>,
) => Promise<T | null>

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

  const write: Write = async (place, failed, send) => {
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
      const name = validateTvName(typedName, devices.data.value ?? [])
      return unwrap(tvDevicesApi.$post({ json: { userId, name } }, headers))
    })
    if (created) link.value = { deviceId: created.device.id, url: created.url }
    return created !== null
  }

  async function pair(pairing: Pairing) {
    const created = await write('pair', PAIRING_FAILED, headers =>
      sendPairing(pairing, headers, devices.data.value ?? []),
    )
    if (!created) return false
    notice.value = `TV connected: ${created.device.name}`
    toast('TV connected', created.device.name)
    return true
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
    ...createDeviceWrites({ write, link, notice }),
    hideLink: () => (link.value = null),
  }
}

export type TvDevicesModel = ReturnType<typeof createTvDevicesModel>

type Deps = {
  write: Write
  link: Signal<NewLink | null>
  notice: Signal<string>
}

function createDeviceWrites({ write, link, notice }: Deps) {
  const device = tvDevicesApi[':id']
  const toParam = (id: number) => ({ id: String(id) })

  return {
    async rename({ id }: TvDevice, name: string) {
      const path = { param: toParam(id), json: { name } }
      const send = (headers: WriteHeaders) => unwrap(device.$put(path, headers))
      return (await write(id, 'Failed to rename the TV.', send)) !== null
    },
    async rotate({ id }: TvDevice) {
      const created = await write(id, 'Failed to create a new link.', headers =>
        unwrap(device.rotate.$post({ param: toParam(id) }, headers)),
      )
      if (created) link.value = { deviceId: id, url: created.url }
    },
    async revoke({ id, name }: TvDevice) {
      const send = (headers: WriteHeaders) =>
        unwrap(device.$delete({ param: toParam(id) }, headers))
      const revoked = await write(id, 'Failed to revoke the TV.', send)
      if (revoked) notice.value = `${name} was revoked and no longer shows anything.`
    },
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
