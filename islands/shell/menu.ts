import type { LucideIcon } from 'lucide-react'
import {
  ChartColumn,
  ClipboardPlus,
  DoorOpen,
  KeyRound,
  LayoutDashboard,
  ListOrdered,
  Monitor,
  Pill,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import type { Role } from '#domain/users/user'

type MenuItem = { label: string; path: string; Icon: LucideIcon; onlyFor?: Role }
export type MenuGroup = { title: string | null; items: MenuItem[] }

const MENU: MenuGroup[] = [
  {
    title: null,
    items: [
      { label: 'Dashboard', path: '/', Icon: LayoutDashboard },
      { label: 'Patient Register', path: '/register', Icon: ClipboardPlus },
      { label: 'Queue Management', path: '/queue', Icon: ListOrdered },
      { label: 'Dispensary Management', path: '/dispensary', Icon: Pill },
    ],
  },
  {
    title: 'Administration',
    items: [
      { label: 'Settings', path: '/settings', Icon: Settings },
      { label: 'Account Settings', path: '/account', Icon: KeyRound },
      { label: 'System Management', path: '/management', Icon: DoorOpen },
      { label: 'User Management', path: '/administration', Icon: Users, onlyFor: 'admin' },
      { label: 'Displays', path: '/displays', Icon: Monitor, onlyFor: 'admin' },
      { label: 'Reports', path: '/reports', Icon: ChartColumn, onlyFor: 'admin' },
      { label: 'Audit', path: '/audit', Icon: ScrollText, onlyFor: 'admin' },
    ],
  },
]

export function getMenu(role: Role, hasReports: boolean): MenuGroup[] {
  return MENU.map(group => ({
    ...group,
    items: group.items.filter(
      ({ onlyFor, path }) =>
        onlyFor === undefined || onlyFor === role || (hasReports && path === '/reports'),
    ),
  }))
}
