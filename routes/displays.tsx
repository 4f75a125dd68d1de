import { getDisplayState } from '../server/queries/display-state.ts'
import { listDisplays } from '../server/queries/displays.ts'
import { getRooms } from '../server/queries/queue.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

export const displays: Page = {
  path: '/displays',
  title: 'Displays',
  adminOnly: true,
  async render({ app }) {
    const [all, rooms, initialDisplay] = await Promise.all([
      listDisplays(app),
      getRooms(app),
      getDisplayState(app),
    ])
    const props = { displays: all, rooms, initialDisplay }
    return <Island name="DisplaysScreen" props={props} />
  },
}
