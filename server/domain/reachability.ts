const LINK_LOCAL = /^(169\.254\.|\[fe[89ab])/
/** Names that only Windows, Bonjour or a hosts file resolves. Phones use DNS. */
const UNKNOWN_TO_DNS = /^[^.:]+$|\.(local|localdomain)$/

export function isLocalhost(hostname: string) {
  return /^(.+\.)?localhost\.?$|^127\.|^\[?::1\]?$|^\[::ffff:7f/.test(hostname)
}

/** True if every device that opens the address connects to itself. */
export function isOwnDevice(hostname: string) {
  return isLocalhost(hostname) || ['0.0.0.0', '[::]'].includes(hostname)
}

/** True if most phones and TVs cannot reach the host, although this browser can. */
export function isHardToFind(hostname: string) {
  return LINK_LOCAL.test(hostname) || UNKNOWN_TO_DNS.test(hostname.replace(/\.$/, ''))
}

export function getAddressProblem(url: string) {
  const { hostname } = parseUrl(url) ?? {}
  if (hostname === undefined) return null
  if (isOwnDevice(hostname)) {
    return `Other devices cannot open ${hostname}: it always means the device itself. Connect this computer to a network, or set PUBLIC_URL.`
  }
  if (!isHardToFind(hostname)) return null
  return `Phones and TVs may not find ${hostname}. Set PUBLIC_URL to this computer's address in the network, such as http://192.168.1.10:3000.`
}

/** Replaces `URL.canParse`, which browsers from before 2023 lack. */
export function parseUrl(text: string) {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
