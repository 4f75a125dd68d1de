import { PAIRING_PATH } from '#domain/display/tv-paths'
import { getUsers } from '../server/queries/users.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const administration: Page = {
  path: '/administration',
  title: 'User Management',
  adminOnly: true,
  async render({ app, user, getPublicUrl }) {
    const pairingUrl = getPublicUrl(PAIRING_PATH)
    const props = { users: await getUsers(app), me: { id: user.id }, pairingUrl }
    return <Island name="UsersScreen" props={props} />
  },
}
