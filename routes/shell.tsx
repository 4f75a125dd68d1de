import type { ReactNode } from 'react'
import type { SidebarState } from '#domain/pages'
import type { SignedInUser } from '#domain/users/user'
import { Logo } from '../islands/ui/Logo.tsx'
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

export function NotFound() {
  return (
    <section className="not-found stack">
      <Logo size={56} />
      <h1 className="not-found__title">404 - Page Not Found</h1>
      <p>The page you are looking for does not exist or has been moved.</p>
      <a className="button button--primary" href="/">
        Back to Dashboard
      </a>
    </section>
  )
}

export function TvReady({ username }: { username: string }) {
  return (
    <>
      <Island name="TvReadyDialog" props={{ username }} />
      <Island name="Notices" props={NO_PROPS} />
    </>
  )
}
