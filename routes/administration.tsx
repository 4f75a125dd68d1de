import { getUsers } from '../server/queries/users.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const administration: Page = {
  path: '/administration',
  title: 'User Management',
  adminOnly: true,
  async render({ app, user }) {
    const props = { users: await getUsers(app), me: { id: user.id } }
    return <Island name="UsersScreen" props={props} />
  },
}
