export function NotFound() {
  return (
    <section className="not-found stack">
      <p className="not-found__code" aria-hidden="true">
        404
      </p>
      <h1 className="not-found__title">404 - Page Not Found</h1>
      <p>The page you are looking for does not exist or has been moved.</p>
      <a className="button button--primary" href="/">
        Back to Dashboard
      </a>
    </section>
  )
}
