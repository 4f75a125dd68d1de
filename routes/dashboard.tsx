import { lookAtStats } from '../server/actions/look.ts'
import { lookAtPicture } from '../server/actions/look-at-picture.ts'
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
