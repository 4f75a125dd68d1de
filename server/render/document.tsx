import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PageName, SidebarState } from '#domain/pages'
import type { TimeZone } from '#domain/time'
import { loadIslands, renderWithIslands } from './island.tsx'
import type { LinkedAssets, PageAssets } from './page-assets.ts'

export type Document = {
  title: string
  /** islands/data/session.ts reads this value. */
  session: 'in' | 'out' | 'kiosk'
  signedOutCookie?: string
  userId?: number
  logoUrl?: string | null
  now: string
  timeZone?: TimeZone
  version?: string
  sheet?: string | undefined
  /** Set for a page with a sidebar. Style sheets find `page` and `sidebar` only on the body. */
  page?: PageName | undefined
  sidebar?: SidebarState
  body: ReactNode
}

export async function renderDocument(assets: LinkedAssets, document: Document) {
  await loadIslands()
  const { title, session, page, sidebar, now, timeZone, body, ...known } = document
  const isForPatients = session === 'kiosk'
  const { html, names } = renderWithIslands(() => renderToStaticMarkup(body))
  const linked = assets.forIslands(names, known.sheet)
  const head = renderToStaticMarkup(
    <Head title={title} isForPatients={isForPatients} assets={linked} />,
  )
  const check = renderToStaticMarkup(<SessionCheck />)
  const attributes = formatData({
    ...{ session, page, sidebar, now },
    'signed-out-cookie': known.signedOutCookie ?? '',
    user: known.userId ?? '',
    logo: known.logoUrl ?? '',
    version: known.version ?? '',
    build: assets.build,
    'time-zone': timeZone ? JSON.stringify(timeZone) : '',
  })
  return `<!doctype html><html lang="en"${isForPatients ? ' translate="no"' : ''}>${head}<body${attributes}>${html}${check}</body></html>`
}

function formatData(values: Record<string, string | number | undefined>) {
  const known = Object.entries(values).filter(([, value]) => value !== undefined)
  return known.map(([name, value]) => ` data-${name}="${Bun.escapeHTML(String(value))}"`).join('')
}

type HeadProps = { title: string; isForPatients: boolean; assets: PageAssets }

function Head({ title, isForPatients, assets }: HeadProps) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {isForPatients && <meta name="google" content="notranslate" />}
      <title>{title}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {/* These scripts block on purpose, because they must run before the first paint. */}
      <script src="/theme.js" />
      <script src="/styles.js" />
      <script src="/qr-link.js" />
      {assets.fonts?.map(href => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
      ))}
      {assets.styles.map(href => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {assets.isDev && <FastRefresh origin={new URL(assets.scripts[0] ?? '').origin} />}
      {assets.scripts.map(src => (
        <script key={src} type="module" src={src} />
      ))}
      {assets.preloads.map(href => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </head>
  )
}

/** Vite adds this script only to its own HTML, but here the HTML comes from Bun. */
function FastRefresh({ origin }: { origin: string }) {
  const code = `import { injectIntoGlobalHook } from '${origin}/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => type => type`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and only while developing
  return <script type="module" dangerouslySetInnerHTML={{ __html: code }} />
}

function SessionCheck() {
  return (
    <div className="session-check" role="status">
      <span className="spinner" aria-hidden="true" />
      Memeriksa sesi login...
    </div>
  )
}
