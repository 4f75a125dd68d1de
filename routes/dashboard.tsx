import {
  lookAtCurrentCall,
  lookAtHistory,
  lookAtMedia,
  lookAtNewestCall,
  lookAtSettings,
  lookAtStats,
} from '../server/actions/look.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const dashboard: Page = {
  path: '/',
  title: 'Dashboard',
  async draw({ clinic, query }) {
    const [stats, current, history, settings, media, newestSequence] = await Promise.all([
      lookAtStats(clinic),
      lookAtCurrentCall(clinic),
      lookAtHistory(clinic),
      lookAtSettings(clinic),
      lookAtMedia(clinic),
      lookAtNewestCall(clinic),
    ])
    const { timeZone, isDemo } = clinic
    const asksToStart = query('fullscreen') === '1'
    const seen = { stats, current, history, settings, media, newestSequence }
    const props = { ...seen, now: clinic.now(), timeZone, isDemo, asksToStart }
    return <Island name="DashboardScreen" props={props} />
  },
}
