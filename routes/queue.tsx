import { getDeskData } from '../server/queries/desk.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const queue: Page = {
  path: '/queue',
  title: 'Queue Management',
  async render({ app, user }) {
    return <Island name="QueueScreen" props={await getDeskData(app, user)} />
  },
}
