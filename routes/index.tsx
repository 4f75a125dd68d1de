import { PAGES, type PageName, ROOM_COOKIE } from '#domain/pages'
import { getDeskData } from '../server/queries/desk.ts'
import { getUsers } from '../server/queries/users.ts'
import { Island } from '../server/render/island.tsx'
import { dashboard } from './dashboard.tsx'
import { displays } from './displays.tsx'
import { management } from './management.tsx'
import type { Page } from './page.ts'
import { register } from './register.tsx'
import { settings } from './settings.tsx'

const CONTENTS: Record<PageName, Page> = {
  dashboard,
  register,
  queue: {
    async render({ app, user, cookie }) {
      const props = { ...(await getDeskData(app, user)), savedRoom: cookie(ROOM_COOKIE) ?? null }
      return <Island name="QueueScreen" props={props} />
    },
  },
  dispensary: {
    render: async ({ app, user }) => (
      <Island name="DispensaryScreen" props={await getDeskData(app, user)} />
    ),
  },
  settings,
  account: {
    render: async ({ user }) => (
      <Island name="ChangePassword" props={{ username: user.username }} />
    ),
  },
  management,
  administration: {
    async render({ app, user }) {
      const props = { users: await getUsers(app), me: { id: user.id } }
      return <Island name="UsersScreen" props={props} />
    },
  },
  displays,
  // Loads these pages on demand, because the server must also load icons to draw them.
  reports: {
    sheet: 'islands/reports/reports.css',
    render: async context => (await import('./reports.tsx')).reports.render(context),
  },
  audit: {
    sheet: 'islands/reports/audit.css',
    render: async context => (await import('./audit.tsx')).audit.render(context),
  },
}

export const SCREENS = (Object.keys(PAGES) as PageName[]).map(name => ({
  name,
  ...PAGES[name],
  ...CONTENTS[name],
}))
