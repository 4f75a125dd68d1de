import { signal } from '@preact/signals-react'
import { type TvDevice, validateTvName } from '#domain/display/tv-device'
import { validatePairingCode } from '#domain/display/tv-pairing'
import { DomainError } from '#domain/errors'
import { api, getClientErrorMessage, unwrap, withIdempotencyKey } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toast } from '../data/toasts.ts'

/** Where in the dialog something is done: one of its forms, the list, or the row of a TV. */
type Place = 'add' | 'pair' | 'list' | number
export type Problem = { at: Place; sentence: string }
/** A link is known once, right after it was made. */
export type NewLink = { deviceId: number; url: string }

/** The TVs of one user: added, paired, renamed, given a new link, revoked. `null` until they are known. */
export function createTvDevicesModel(userId: number) {
  const devices = query<TvDevice[] | null>(
    'tv-devices',
    () => unwrap(tvDevicesApi.$get({ query: { userId: String(userId) } })),
    null,
    { every: POLL_MS.tvDevices },
  )
  const busy = signal<ReadonlySet<Place>>(new Set())
  const problem = signal<Problem | null>(null)
  const link = signal<NewLink | null>(null)
  const said = signal('')

  /** Answers what came of it, or null. What was refused is said where it was tried. */
  async function attempt<T>(at: Place, failed: string, send: () => Promise<T>) {
    if (busy.value.has(at)) return null
    busy.value = new Set(busy.value).add(at)
    problem.value = null
    said.value = ''
    const lookAgain = () => (at === 'list' ? null : devices.refetch().catch(() => {}))
    try {
      const done = await send()
      await lookAgain()
      return done
    } catch (cause) {
      const refusal = cause instanceof DomainError ? cause.message : getClientErrorMessage(cause)
      problem.value = { at, sentence: refusal ?? failed }
      // Not waited for: whoever was refused tries again at once.
      void lookAgain()
      return null
    } finally {
      busy.value = new Set([...busy.value].filter(place => place !== at))
    }
  }

  function load() {
    return attempt('list', 'The TVs could not be loaded.', devices.refetch)
  }

  /** Answers whether it was added; then its link stands in the list. */
  async function add(wish: string) {
    const made = await attempt('add', 'Failed to add the TV. Please try again.', async () => {
      const name = validateTvName(wish, known())
      return unwrap(tvDevicesApi.$post({ json: { userId, name } }, withIdempotencyKey()))
    })
    if (made) link.value = { deviceId: made.device.id, url: made.url }
    return made !== null
  }

  async function pair(code: string, wish: string) {
    const paired = await attempt(
      'pair',
      'Failed to connect the TV. Please try again.',
      async () => {
        const no = validatePairingCode(code)
        if (no) throw new DomainError(no)
        const name = validateTvName(wish, known())
        return unwrap(
          tvDevicesApi.pair.$post({ json: { code, userId, name } }, withIdempotencyKey()),
        )
      },
    )
    if (!paired) return false
    said.value = `TV connected: ${paired.device.name}`
    toast('TV connected', paired.device.name)
    return true
  }

  async function rename({ id }: TvDevice, name: string) {
    const renamed = await attempt(id, 'Failed to rename the TV.', () =>
      unwrap(
        tvDevicesApi[':id'].$put(
          { param: { id: String(id) }, json: { name } },
          withIdempotencyKey(),
        ),
      ),
    )
    return renamed !== null
  }

  async function rotate({ id }: TvDevice) {
    const made = await attempt(id, 'Failed to make a new link.', () =>
      unwrap(tvDevicesApi[':id'].rotate.$post({ param: { id: String(id) } }, withIdempotencyKey())),
    )
    if (made) link.value = { deviceId: id, url: made.url }
  }

  async function revoke({ id, name }: TvDevice) {
    const done = await attempt(id, 'Failed to revoke the TV.', () =>
      unwrap(tvDevicesApi[':id'].$delete({ param: { id: String(id) } }, withIdempotencyKey())),
    )
    if (done) said.value = `${name} was revoked and shows nothing any more.`
  }

  function known() {
    return devices.data.value ?? []
  }

  function hideLink() {
    link.value = null
  }

  return { devices, busy, problem, link, said, load, add, pair, rename, rotate, revoke, hideLink }
}

const tvDevicesApi = api['tv-devices']
