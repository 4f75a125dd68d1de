import { KIOSK_PATH, PAIRING_PATH } from '#domain/display/tv-device'
import { listDisplays } from '../server/queries/displays.ts'
import { getQueues, getRooms } from '../server/queries/queue.ts'
import { getDisplayState } from '../server/queries/shown-calls.ts'
import { getUsers } from '../server/queries/users.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const displays: Page = {
  async render({ app, user, query, getPublicUrl }) {
    const [rooms, queues, initialDisplay, users] = await Promise.all([
      getRooms(app),
      getQueues(app),
      getDisplayState(app, user.role),
      getUsers(app),
    ])
    const owner = users.find(({ id }) => String(id) === query('user')) ?? null
    const props = {
      displays: await listDisplays(app, owner?.id),
      rooms,
      queues,
      initialDisplay,
      users: users
        .filter(({ id, isActive }) => isActive && id === (owner?.id ?? id))
        .toSorted((a, b) => Number(b.id === user.id) - Number(a.id === user.id))
        .map(({ id, username }) => ({ id, username })),
      owner: owner && { id: owner.id, username: owner.username, isActive: owner.isActive },
      pairingUrl: getPublicUrl(PAIRING_PATH),
      kioskUrl: getPublicUrl(KIOSK_PATH),
      tab: query('tab') ?? 'tvs',
    }
    return <Island name="DisplaysScreen" props={props} />
  },
}
