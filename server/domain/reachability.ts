const LINK_LOCAL = /^(169\.254\.|\[fe[89ab])/
/** Phones find a name by DNS; these are names of Windows, of Bonjour, or of a computer's own list. */
const UNKNOWN_TO_DNS = /^[^.:]+$|\.(local|localdomain)$/

export function isLocalhost(hostname: string) {
  return /^(.+\.)?localhost\.?$|^127\.|^\[?::1\]?$|^\[::ffff:7f/.test(hostname)
}

/** Whatever device opens such an address asks itself. */
export function isOwnDevice(hostname: string) {
  return isLocalhost(hostname) || ['0.0.0.0', '[::]'].includes(hostname)
}

/** A name or an address that most phones and TVs do not find, although this browser did. */
export function isHardToFind(hostname: string) {
  return LINK_LOCAL.test(hostname) || UNKNOWN_TO_DNS.test(hostname.replace(/\.$/, ''))
}

/** A sentence for those who show the address to others, or null. */
export function getAddressProblem(url: string) {
  const { hostname } = parseUrl(url) ?? {}
  if (hostname === undefined) return null
  if (isOwnDevice(hostname)) {
    return `Other devices cannot open ${hostname}: it always means the device itself. Connect this computer to a network, or set PUBLIC_URL.`
  }
  if (!isHardToFind(hostname)) return null
  return `Phones and TVs may not find ${hostname}. Set PUBLIC_URL to this computer's address in the network, such as http://192.168.1.10:3000.`
}

/** Browsers of before 2023 have no `URL.canParse`. */
export function parseUrl(text: string) {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
