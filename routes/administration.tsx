import { lookAtUsers } from '../server/actions/users.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const administration: Page = {
  path: '/administration',
  title: 'User Management',
  adminOnly: true,
  async draw({ clinic, user }) {
    const props = { users: await lookAtUsers(clinic), me: { id: user.id } }
    return <Island name="UserDesk" props={props} />
  },
}
