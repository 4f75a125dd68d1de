import type { ReactNode } from 'react'
import type { SidebarState } from '#domain/pages'
import type { SignedInUser } from '#domain/users/user'
import { Island, NO_PROPS } from '../server/render/island.tsx'

type Props = {
  user: SignedInUser
  path: string
  sidebar: SidebarState
  hasReports: boolean
  isDemo: boolean
  children: ReactNode
}

export function Shell({ user, path, sidebar, hasReports, isDemo, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      {isDemo && <DemoBanner />}
      <div className="shell">
        <Island name="Sidebar" props={{ user, path, saved: sidebar, hasReports }} />
        <main className="shell__main" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Island name="Notices" props={NO_PROPS} />
    </>
  )
}

export function DemoBanner() {
  return <p className="demo-line">Demo with sample patients. Nothing is saved.</p>
}
