import { useSignals } from '@preact/signals-react/runtime'
import {
  ChartColumn,
  ClipboardPlus,
  DoorOpen,
  KeyRound,
  LayoutDashboard,
  ListOrdered,
  LogOut,
  type LucideIcon,
  Menu,
  Monitor,
  PanelLeft,
  Pill,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { getSettings } from '#domain/change'
import { listPages, type PageName, type SidebarState } from '#domain/pages'
import { listLetters } from '#domain/text'
import { getRoleLabel, type SignedInUser } from '#domain/users/user'
import { api, unwrap } from '../data/api.ts'
import { query } from '../data/query.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { Logo } from '../ui/Logo.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { useCollapsed, useSheet } from './use-sidebar.ts'
import './Sidebar.css'

const PAGE_ICONS: Record<PageName, LucideIcon> = {
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

/** Loads the logout early, so that it shows the login page even without a network. */
const loadLogout = () => import('./logout.tsx')

type Props = { user: SignedInUser; path: string; saved: SidebarState; hasReports: boolean }

export default function Sidebar({ user, path, saved, hasReports }: Props) {
  useSignals()
  const [clinic] = useState(() => queryClinicName(user.clinicName))
  useWatch(clinic)
  const clinicName = clinic.data.value
  const pages = listPages({ role: user.role, hasReports })
  const sheet = useSheet()
  const { isCollapsed, toggle } = useCollapsed(saved, sheet.toggle)
  useEffect(() => {
    void import('../ui/tooltips/tooltips.ts').catch(() => {})
    void loadLogout().catch(() => {})
  }, [])

  return (
    <>
      <header className="topbar">
        <button
          type="button"
          className="icon-button"
          aria-label="Open menu"
          ref={sheet.opener}
          aria-expanded={sheet.isOpen}
          onClick={sheet.toggle}
        >
          <Menu size={20} aria-hidden />
        </button>
      </header>
      {sheet.isOpen && <div className="sidebar-backdrop" aria-hidden onClick={sheet.toggle} />}
      <nav ref={sheet.panel} className="sidebar" data-open={sheet.isOpen} aria-label="Main">
        <div className="sidebar__head line line--wide">
          <Logo />
          <span className="sidebar__text sidebar__product">Clinic Queue</span>
          <button
            type="button"
            className="icon-button sidebar__toggle soft push"
            aria-label="Toggle sidebar"
            aria-expanded={!isCollapsed}
            aria-keyshortcuts="Control+B"
            data-tooltip="Toggle sidebar (Ctrl+B)"
            onClick={toggle}
          >
            <PanelLeft size={18} aria-hidden />
          </button>
        </div>
        <div className="sidebar__groups">
          {[...new Set(pages.map(({ section }) => section))].map(section => (
            <Group
              key={section ?? ''}
              {...{ section, path }}
              items={pages.filter(page => page.section === section)}
            />
          ))}
        </div>
        <SidebarFooter user={user} clinicName={clinicName} />
      </nav>
    </>
  )
}

function queryClinicName(initial: string) {
  const fetchName = async () => (await unwrap(api.auth.me.$get())).user.clinicName
  return query('clinic-name', fetchName, initial, {
    every: null,
    apply: (_, facts) => getSettings(facts)?.clinicName ?? null,
  })
}

type Items = ReturnType<typeof listPages>
type GroupProps = { section: string | undefined; items: Items; path: string }

function Group({ section, items, path }: GroupProps) {
  return (
    <div className="sidebar__group">
      {section && <p className="sidebar__title fine strong sidebar__text soft">{section}</p>}
      <ul className="sidebar__menu">
        {items.map(({ name, title, path: target }) => {
          const Icon = PAGE_ICONS[name]
          return (
            <li key={target}>
              <a
                className="nav-item sidebar__item"
                href={target}
                data-cut
                aria-current={path === target ? 'page' : undefined}
              >
                <Icon size={20} aria-hidden />
                <span className="sidebar__text">{title}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type FooterProps = { user: SignedInUser; clinicName: string }

function SidebarFooter({ user, clinicName }: FooterProps) {
  return (
    <div className="sidebar__footer">
      <div className="sidebar__user line line--wide">
        <span className="avatar centered" aria-hidden>
          {(listLetters(user.username)[0] ?? user.username.charAt(0)).toUpperCase()}
        </span>
        <div className="sidebar__text">
          <strong className="ellipsis" data-cut>
            {user.username}
          </strong>
          <span className="soft fine">{getRoleLabel(user.role)}</span>
          {clinicName && (
            <span className="sidebar__clinic soft fine ellipsis" data-cut>
              {clinicName}
            </span>
          )}
        </div>
      </div>
      <div className="sidebar__session line">
        <button
          type="button"
          className="nav-item sidebar__item"
          data-cut
          onClick={() =>
            loadLogout().then(
              ({ logout }) => logout(clinicName),
              () => location.reload(),
            )
          }
        >
          <LogOut size={20} aria-hidden />
          <span className="sidebar__text">Logout</span>
        </button>
        <ThemeButton />
      </div>
      <p className="sidebar__credit soft fine sidebar__text">Designed by Clinic Queue</p>
    </div>
  )
}
