import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SCRIPT_FONTS } from '../../islands/ui/script-fonts.ts'
import type { LinkedAssets } from './page-assets.ts'

const REFRESH_S = 10

type Options = { title: string; language: string; isForPhone: boolean; body: ReactNode }

export function renderTicketDocument(assets: LinkedAssets, options: Options) {
  const { title, language, isForPhone, body } = options
  const { styles, scripts } = assets.forTicket(isForPhone ? 'phone' : 'paper')
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={language} translate="no">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content={isForPhone ? 'light dark' : 'light'} />
        <meta name="google" content="notranslate" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {styles.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {/* Reception's computer may lack Tamil or Chinese fonts. This sheet comes after the one to
            which paper.ts adds a rule, because a new rule makes a sheet forget its fonts. */}
        {!isForPhone && <link rel="stylesheet" href={`${SCRIPT_FONTS}/noto.css`} />}
        {scripts.map(src => (
          <script key={src} type="module" src={src} />
        ))}
        {isForPhone && (
          <noscript>
            <meta httpEquiv="refresh" content={String(REFRESH_S)} />
          </noscript>
        )}
      </head>
      <body>{body}</body>
    </html>,
  )}`
}
