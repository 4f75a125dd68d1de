import { KIOSK_PATH, PAIRING_PATH } from '#domain/display/tv-device'
import { PAGES, type PageName, ROOM_COOKIE } from '#domain/pages'
import { isEnabled } from '#domain/settings-record'
import { toPageTimeZone } from '#domain/time'
import { describeBuild } from '../server/config/version.ts'
import { getListedAppointments, hasAppointments } from '../server/queries/appointments.ts'
import { getBackupStatus } from '../server/queries/backups.ts'
import { getDeskData } from '../server/queries/desk.ts'
import { hasKiosk, listDisplays } from '../server/queries/displays.ts'
import { getNextNumbers, getPatients, getQueues, getRooms } from '../server/queries/queue.ts'
import { getSettings } from '../server/queries/settings.ts'
import { getDisplayState } from '../server/queries/shown-calls.ts'
import { getStats } from '../server/queries/stats.ts'
import { getClock } from '../server/queries/system/clock.ts'
import { getGettingStarted } from '../server/queries/system/getting-started.ts'
import { getNotices } from '../server/queries/system/notices.ts'
import { getUsers } from '../server/queries/users.ts'
import { Island } from '../server/render/island.tsx'
import type { Page } from './page.ts'

const dashboard: Page = {
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

const register: Page = {
  async render({ app }) {
    const [patients, nextNumbers, queues, appointments, takesAppointments, settings] =
      await Promise.all([
        getPatients(app),
        getNextNumbers(app),
        getQueues(app),
        getListedAppointments(app),
        hasAppointments(app),
        getSettings(app),
      ])
    const props = {
      patients,
      nextNumbers,
      queues,
      ...(takesAppointments ? { appointments, takesAppointments } : {}),
      ticketMode: settings.ticketMode,
      asksPhone: isEnabled(settings, 'askPhone'),
      now: app.now(),
      timeZone: toPageTimeZone(app.config.timeZone),
    }
    return <Island name="RegisterScreen" props={props} />
  },
}

const settings: Page = {
  async render({ app, user, query }) {
    const isAdmin = user.role === 'admin'
    const props = {
      ...(await getDisplayState(app, user.role)),
      section: query('section') ?? '',
      isAdmin,
      hasKiosk: await hasKiosk(app),
      build: isAdmin ? describeBuild() : '',
    }
    return <Island name="SettingsScreen" props={props} />
  },
}

const management: Page = {
  async render({ app, user }) {
    const rooms = await getRooms(app)
    const queues = user.role === 'admin' ? await getQueues(app) : null
    const backups = user.role === 'admin' ? await getBackupStatus(app) : null
    const timeZone = toPageTimeZone(app.config.timeZone)
    return (
      <>
        <Island name="RoomsScreen" props={{ rooms }} />
        {queues && <Island name="QueuesCard" props={{ queues, rooms }} />}
        {backups && <Island name="BackupsCard" props={{ backups, timeZone, now: app.now() }} />}
      </>
    )
  },
}

const displays: Page = {
  async render({ app, user, query, getPublicUrl }) {
    const [rooms, queues, initialDisplay, users] = await Promise.all([
      getRooms(app),
      getQueues(app),
      getDisplayState(app, user.role),
      getUsers(app),
    ])
    const owner = users.find(({ id }) => String(id) === query('user')) ?? null
    const props = {
      displays: await listDisplays(app, owner?.id),
      rooms,
      queues,
      initialDisplay,
      users: users
        .filter(({ id, isActive }) => isActive && id === (owner?.id ?? id))
        .toSorted((a, b) => Number(b.id === user.id) - Number(a.id === user.id))
        .map(({ id, username }) => ({ id, username })),
      owner: owner && { id: owner.id, username: owner.username, isActive: owner.isActive },
      pairingUrl: getPublicUrl(PAIRING_PATH),
      kioskUrl: getPublicUrl(KIOSK_PATH),
      tab: query('tab') ?? 'tvs',
    }
    return <Island name="DisplaysScreen" props={props} />
  },
}

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
