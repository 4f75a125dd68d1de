import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import PairingScreen, { type PairingProps } from '../../islands/tv/pairing/PairingScreen.tsx'
import TvScreen, { NotAuthorisedScreen } from '../../islands/tv/TvScreen.tsx'
import type { LinkedAssets, PageAssets } from './page-assets.ts'

export type TvPage =
  | { screen: 'display'; props: Parameters<typeof TvScreen>[0] }
  | { screen: 'refused'; props: Parameters<typeof NotAuthorisedScreen>[0] }
  | { screen: 'pairing'; props: PairingProps }

export function renderTvDocument(
  assets: LinkedAssets,
  page: TvPage,
  { title, now, version }: Options,
) {
  const mount = (
    <div
      id="tv"
      className="tv-place"
      data-screen={page.screen}
      data-now={now}
      data-version={version}
      data-props={JSON.stringify(page.props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup
      dangerouslySetInnerHTML={{ __html: renderToString(getElement(page)) }}
    />
  )
  const isScreen = page.screen === 'display' && page.props.options.isScreen
  const body = renderToStaticMarkup(
    <>
      {mount}
      {isScreen && <Exit />}
    </>,
  )
  const head = renderToStaticMarkup(<Head title={title} assets={assets.forTv()} />)
  return `<!doctype html><html lang="en" translate="no">${head}<body>${body}</body></html>`
}

function Exit() {
  return (
    <>
      <div className="tv-exit">
        <p role="status" />
        <button type="button">Exit Fullscreen</button>
      </div>
      <script src="/tv-exit.js" />
    </>
  )
}

type Options = { title: string; now: string; version: string }

function getElement(page: TvPage): ReactNode {
  switch (page.screen) {
    case 'display':
      return createElement(TvScreen, page.props)
    case 'refused':
      return createElement(NotAuthorisedScreen, page.props)
    case 'pairing':
      return createElement(PairingScreen, page.props)
  }
}

function Head({ title, assets }: { title: string; assets: PageAssets }) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="google" content="notranslate" />
      <title>{title}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {/* A separate script, so that it runs even if the other scripts fail. */}
      <script async src="/tv-watchdog.js" />
      {/* Loads before the sheets, because a script after the sheets waits for them. */}
      <script src="/styles.js" />
      {assets.styles.map(href => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {assets.scripts.map(src =>
        assets.isDev ? (
          <script key={src} type="module" src={src} />
        ) : (
          <script key={src} defer src={src} />
        ),
      )}
    </head>
  )
}
