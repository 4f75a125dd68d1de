/**
 * Whether a request was made by another site's page. Cookies travel with every request, websockets
 * included, so whatever a cookie allows has to come from this product's own pages.
 */
export function isCrossSite({ headers, url }: Request, publicUrl?: string) {
  const site = headers.get('sec-fetch-site')
  // Browsers that send it cannot be made to lie by a page, nor by a proxy that rewrites Host.
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  if (origin === null) return false
  if (!URL.canParse(origin)) return true
  const own = headers.get('x-forwarded-host') ?? headers.get('host') ?? getHost(url)
  const { host } = new URL(origin)
  return host !== own && (publicUrl === undefined || host !== getHost(publicUrl))
}

function getHost(url: string) {
  return URL.canParse(url) ? new URL(url).host : ''
}
