import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const account: Page = {
  path: '/account',
  title: 'Account Settings',
  async render({ user }) {
    return <Island name="ChangePassword" props={{ username: user.username }} />
  },
}
