import { getDeskData } from '../server/queries/desk.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const dispensary: Page = {
  path: '/dispensary',
  title: 'Dispensary Management',
  async render({ app, user }) {
    return <Island name="DispensaryScreen" props={await getDeskData(app, user)} />
  },
}
