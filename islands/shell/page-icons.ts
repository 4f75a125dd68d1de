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
import type { PageName } from '#domain/pages'

export const PAGE_ICONS: Record<PageName, LucideIcon> = {
  dashboard: LayoutDashboard,
  register: ClipboardPlus,
  queue: ListOrdered,
  dispensary: Pill,
  settings: Settings,
  account: KeyRound,
  management: DoorOpen,
  administration: Users,
  displays: Monitor,
  reports: ChartColumn,
  audit: ScrollText,
}
