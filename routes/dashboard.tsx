import { getDisplayState } from '../server/queries/shown-calls.ts'
import { getStats } from '../server/queries/stats.ts'
import { getClock } from '../server/queries/system/clock.ts'
import { getGettingStarted } from '../server/queries/system/getting-started.ts'
import { getNotices } from '../server/queries/system/notices.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const dashboard: Page = {
  async render({ app, user }) {
    const isAdmin = user.role === 'admin'
    const [stats, display, notices, clock, gettingStarted] = await Promise.all([
      getStats(app),
      getDisplayState(app, user.role),
      isAdmin ? getNotices(app) : null,
      isAdmin ? getClock(app) : null,
      isAdmin ? getGettingStarted(app) : null,
    ])
    return (
      <div className="dashboard">
        {notices && clock && <Island name="SystemNotices" props={{ notices, clock }} />}
        {gettingStarted && <Island name="GettingStartedCard" props={gettingStarted} />}
        <Island name="DashboardScreen" props={{ ...display, stats }} />
      </div>
    )
  },
}
