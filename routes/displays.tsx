import { PAIRING_PATH } from '#domain/display/tv-paths'
import { getDisplayState } from '../server/queries/display-state.ts'
import { listDisplays } from '../server/queries/displays.ts'
import { getRooms } from '../server/queries/queue.ts'
import { getUsers } from '../server/queries/users.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const displays: Page = {
  path: '/displays',
  title: 'Displays',
  adminOnly: true,
  async render({ app, user, getPublicUrl }) {
    const [all, rooms, initialDisplay, users] = await Promise.all([
      listDisplays(app),
      getRooms(app),
      getDisplayState(app),
      getUsers(app),
    ])
    const props = {
      displays: all,
      rooms,
      initialDisplay,
      users: users
        .filter(({ isActive }) => isActive)
        .toSorted((a, b) => Number(b.id === user.id) - Number(a.id === user.id))
        .map(({ id, username }) => ({ id, username })),
      pairingUrl: getPublicUrl(PAIRING_PATH),
    }
    return <Island name="DisplaysScreen" props={props} />
  },
}
