import { describeBuild } from '../server/config/version.ts'
import { getDisplayState } from '../server/queries/display-state.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const LICENSES_PATH = '/licenses'

export const settings: Page = {
  async render({ app, user, query }) {
    const isAdmin = user.role === 'admin'
    const props = { ...(await getDisplayState(app)), section: query('section') ?? '', isAdmin }
    return (
      <>
        <Island name="SettingsScreen" props={props} />
        <p className="settings__description row soft">
          {isAdmin && <span>{describeBuild()}</span>}
          <a href={LICENSES_PATH}>Licenses</a>
        </p>
      </>
    )
  },
}
