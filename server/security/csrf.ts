export function isCrossSite({ headers, url }: Request, publicUrl?: string) {
  const site = headers.get('sec-fetch-site')
  // Neither a page nor a proxy changes this header, unlike Origin and Host.
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  if (origin === null) return false
  if (!URL.canParse(origin)) return true
  const ownHost = headers.get('x-forwarded-host') ?? headers.get('host') ?? getHost(url)
  const { host } = new URL(origin)
  return host !== ownHost && (publicUrl === undefined || host !== getHost(publicUrl))
}

function getHost(url: string) {
  return URL.canParse(url) ? new URL(url).host : ''
}
