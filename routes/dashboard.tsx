import { lookAtPicture } from '../server/queries/display-state.ts'
import { lookAtStats } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const dashboard: Page = {
  path: '/',
  title: 'Dashboard',
  async draw({ clinic, query }) {
    const [stats, picture] = await Promise.all([lookAtStats(clinic), lookAtPicture(clinic)])
    const asksToStart = query('fullscreen') === '1'
    return <Island name="DashboardScreen" props={{ ...picture, stats, asksToStart }} />
  },
}
