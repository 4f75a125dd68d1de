import { getDisplayState } from '../server/queries/display-state.ts'
import { getNotices } from '../server/queries/notices.ts'
import { getStats } from '../server/queries/stats.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const dashboard: Page = {
  path: '/',
  title: 'Dashboard',
  async render({ app, user, query }) {
    const [stats, display, notices] = await Promise.all([
      getStats(app),
      getDisplayState(app),
      user.role === 'admin' ? getNotices(app) : null,
    ])
    const asksToStart = query('fullscreen') === '1'
    return (
      <>
        {notices && <Island name="SystemNotices" props={{ notices }} />}
        <Island name="DashboardScreen" props={{ ...display, stats, asksToStart }} />
      </>
    )
  },
}
