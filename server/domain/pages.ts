import type { Role } from './users/user.ts'

type Entry = {
  path: string
  title: string
  section?: 'Administration'
  /** Absent for everybody. Reports are for administrators, unless the clinic shows them to all. */
  onlyFor?: 'admin' | 'readers of reports'
}

/** The build whose scripts the program serves now; a page has that of its own in its body. */
export const BUILD_HEADER = 'x-build'

/** Every screen of staff, in the order of the menu. */
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

/** The screens that somebody may open. */
export function listPages({ role, hasReports }: { role: Role; hasReports: boolean }) {
  const entries = Object.entries(PAGES) as [PageName, Entry][]
  return entries.flatMap(([name, { onlyFor, ...entry }]) => {
    const isOpen = role === 'admin' || !onlyFor || (onlyFor !== 'admin' && hasReports)
    return isOpen ? [{ name, ...entry }] : []
  })
}

/** Asks a browser that was just signed in whether to start the display. */
export const DISPLAY_PAGE = '/?fullscreen=1'

export const LICENSES_PATH = '/licenses'

/** The Queue's room, so that the server draws its desk as it was left. */
export const ROOM_COOKIE = 'desk_room'

/** Whether the menu is wide: the server draws it as it was left; 'auto' by the window's width. */
export const SIDEBAR_COOKIE = 'sidebar_state'
export const SIDEBAR_STATES = ['auto', 'expanded', 'collapsed'] as const
export type SidebarState = (typeof SIDEBAR_STATES)[number]
