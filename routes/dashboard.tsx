import { getDisplayState } from '../server/queries/display-state.ts'
import { getStats } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const dashboard: Page = {
  path: '/',
  title: 'Dashboard',
  async render({ app, query }) {
    const [stats, display] = await Promise.all([getStats(app), getDisplayState(app)])
    const asksToStart = query('fullscreen') === '1'
    return <Island name="DashboardScreen" props={{ ...display, stats, asksToStart }} />
  },
}
