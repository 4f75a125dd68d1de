import { describeBuild } from '../server/config/version.ts'
import { hasKiosk } from '../server/queries/displays.ts'
import { getDisplayState } from '../server/queries/shown-calls.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const settings: Page = {
  async render({ app, user, query }) {
    const isAdmin = user.role === 'admin'
    const props = {
      ...(await getDisplayState(app, user.role)),
      section: query('section') ?? '',
      isAdmin,
      hasKiosk: await hasKiosk(app),
      build: isAdmin ? describeBuild() : '',
    }
    return <Island name="SettingsScreen" props={props} />
  },
}
