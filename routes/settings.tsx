import { getDisplayState } from '../server/queries/display-state.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const settings: Page = {
  path: '/settings',
  title: 'Settings',
  async render({ app, query, user }) {
    const isAdmin = user.role === 'admin'
    const props = { ...(await getDisplayState(app)), section: query('section') ?? '', isAdmin }
    return <Island name="SettingsScreen" props={props} />
  },
}
