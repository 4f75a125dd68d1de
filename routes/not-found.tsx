import { Logo } from '../islands/ui/Logo.tsx'

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
