import type { LucideIcon } from 'lucide-react'
import { ClipboardPlus, LayoutDashboard, ListOrdered } from 'lucide-react'

export type MenuItem = { label: string; path: string; Icon: LucideIcon }

/** The sidebar's entries, in the specification's order and words; each screen adds its own. */
export const MENU: MenuItem[] = [
  { label: 'Dashboard', path: '/', Icon: LayoutDashboard },
  { label: 'Patient Register', path: '/register', Icon: ClipboardPlus },
  { label: 'Queue Management', path: '/queue', Icon: ListOrdered },
]
