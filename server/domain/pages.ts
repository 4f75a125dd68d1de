import type { Role } from './users/user.ts'

type Entry = {
  path: string
  title: string
  section?: 'Administration'
  /** Missing if all staff may open the page. A setting lets all staff read reports. */
  onlyFor?: 'admin' | 'readers of reports'
}

/** The build that the program serves now. Each page has its own build in its body. */
export const BUILD_HEADER = 'x-build'

export const PAGES = {
  dashboard: { path: '/', title: 'Dashboard' },
  register: { path: '/register', title: 'Patient Register' },
  queue: { path: '/queue', title: 'Queue Management' },
  dispensary: { path: '/dispensary', title: 'Dispensary Management' },
  settings: { path: '/settings', title: 'Settings', section: 'Administration' },
  account: { path: '/account', title: 'Account Settings', section: 'Administration' },
  management: { path: '/management', title: 'System Management', section: 'Administration' },
  administration: {
    path: '/administration',
    title: 'User Management',
    section: 'Administration',
    onlyFor: 'admin',
  },
  displays: { path: '/displays', title: 'Displays', section: 'Administration', onlyFor: 'admin' },
  reports: {
    path: '/reports',
    title: 'Reports',
    section: 'Administration',
    onlyFor: 'readers of reports',
  },
  audit: { path: '/audit', title: 'Audit', section: 'Administration', onlyFor: 'admin' },
} as const satisfies Record<string, Entry>

export type PageName = keyof typeof PAGES

export function listPages({ role, hasReports }: { role: Role; hasReports: boolean }) {
  const entries = Object.entries(PAGES) as [PageName, Entry][]
  return entries.flatMap(([name, { onlyFor, ...entry }]) => {
    const isOpen = role === 'admin' || !onlyFor || (onlyFor !== 'admin' && hasReports)
    return isOpen ? [{ name, ...entry }] : []
  })
}

/** Asks in a browser that was just signed in whether to start the display. */
export const DISPLAY_PAGE = '/?fullscreen=1'

export const LICENSES_PATH = '/licenses'

/** The room chosen on the Queue screen, so that the server renders the same desk again. */
export const ROOM_COOKIE = 'desk_room'

/** State of the menu, so that the server renders it again. 'auto' depends on the window's width. */
export const SIDEBAR_COOKIE = 'sidebar_state'
export const SIDEBAR_STATES = ['auto', 'expanded', 'collapsed'] as const
export type SidebarState = (typeof SIDEBAR_STATES)[number]
