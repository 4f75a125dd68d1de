import { useSignals } from '@preact/signals-react/runtime'
import { LogOut, Menu, PanelLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listPages } from '#domain/pages'
import { getRoleLabel, type SignedInUser } from '#domain/users/user'
import { api, unwrap } from '../data/api.ts'
import { query } from '../data/query.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { Logo } from '../ui/Logo.tsx'
import { PAGE_ICONS } from './page-icons.ts'
import { ThemeButton } from './ThemeButton.tsx'
import { useCollapsed } from './use-collapsed.ts'
import { useSheet } from './use-sheet.ts'
import './Sidebar.css'

/** Loaded before it is needed: a logout without a network shows the login page as well. */
const loadLogout = () => import('./logout.tsx')

type Props = { user: SignedInUser; path: string; isCollapsed: boolean; hasReports: boolean }

export default function Sidebar({ user, path, isCollapsed, hasReports }: Props) {
  useSignals()
  const [clinic] = useState(() => queryClinicName(user.clinicName))
  useWatch(clinic)
  const clinicName = clinic.data.value
  const pages = listPages({ role: user.role, hasReports })
  const sheet = useSheet()
  const [collapsed, toggle] = useCollapsed(isCollapsed, sheet.toggle)
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
        <Logo />
        <span className="topbar__name ellipsis">{clinicName}</span>
      </header>
      {sheet.isOpen && <div className="sidebar-backdrop" aria-hidden onClick={sheet.toggle} />}
      <nav
        ref={sheet.panel}
        className="sidebar"
        data-collapsed={collapsed}
        data-open={sheet.isOpen}
        aria-label="Main"
      >
        <div className="sidebar__head">
          <Logo />
          <span className="sidebar__text sidebar__product">Clinic Queue</span>
          <button
            type="button"
            className="icon-button sidebar__toggle"
            aria-label="Toggle sidebar"
            aria-expanded={!collapsed}
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
              isCollapsed={collapsed}
            />
          ))}
        </div>
        <SidebarFooter user={user} clinicName={clinicName} isCollapsed={collapsed} />
      </nav>
    </>
  )
}

function queryClinicName(initial: string) {
  const fetchName = async () => (await unwrap(api.auth.me.$get())).user.clinicName
  return query('clinic-name', fetchName, initial, {
    every: null,
    apply: (_, { settings }) => settings?.clinicName ?? null,
  })
}

type Items = ReturnType<typeof listPages>
type GroupProps = { section: string | undefined; items: Items; path: string; isCollapsed: boolean }

function Group({ section, items, path, isCollapsed }: GroupProps) {
  return (
    <div>
      {section && <p className="sidebar__title sidebar__text soft">{section}</p>}
      <ul className="sidebar__menu">
        {items.map(({ name, title, path: target }) => {
          const Icon = PAGE_ICONS[name]
          return (
            <li key={target}>
              <a
                className="nav-item sidebar__item"
                href={target}
                {...nameIcon(title, isCollapsed)}
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

function nameIcon(label: string, isCollapsed: boolean) {
  return isCollapsed ? { 'aria-label': label, 'data-tooltip': label } : {}
}

type FooterProps = { user: SignedInUser; clinicName: string; isCollapsed: boolean }

function SidebarFooter({ user, clinicName, isCollapsed }: FooterProps) {
  return (
    <div className="sidebar__footer">
      <div className="sidebar__user">
        <span className="avatar" aria-hidden>
          {user.username.slice(0, 1).toUpperCase()}
        </span>
        <div className="sidebar__text">
          <strong className="ellipsis" data-cut>
            {user.username}
          </strong>
          <span className="sidebar__role">{getRoleLabel(user.role)}</span>
          {clinicName && (
            <span className="sidebar__clinic ellipsis" data-cut>
              {clinicName}
            </span>
          )}
        </div>
      </div>
      <div className="sidebar__session">
        <button
          type="button"
          className="nav-item sidebar__item"
          {...nameIcon('Logout', isCollapsed)}
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
      <p className="sidebar__credit sidebar__text">Designed by Clinic Queue</p>
    </div>
  )
}
