export const UNKNOWN_BROWSER = 'Unknown browser'

const MAX_LENGTH = 500

type Rules = [pattern: RegExp, name: string][]

/** The first match counts, because most browsers also claim to be Chrome and Safari. */
const BROWSERS: Rules = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bSilk\//, 'Silk'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const DEVICES: Rules = [
  [/\bweb0s\b|\bwebos\b/i, 'LG TV'],
  [/\bTizen\b.*\bTV\b|\bTV\b.*\bTizen\b|\bSMART-TV\b/i, 'Samsung TV'],
  [/\bCrKey\b/, 'Chromecast'],
  [/\bAFT\w+/, 'Fire TV'],
  [/\bAndroid\b.*(\bTV\b|\bBRAVIA\b|\bSHIELD\b|TV Box)/i, 'Android TV'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns only words from the lists above, because a stranger can send any text in the header. */
export function describeBrowser(userAgent: string) {
  const text = userAgent.slice(0, MAX_LENGTH)
  const [browser, device] = [BROWSERS, DEVICES].map(
    rules => rules.find(([pattern]) => pattern.test(text))?.[1],
  )
  if (!browser) return device ? `${UNKNOWN_BROWSER} on ${device}` : UNKNOWN_BROWSER
  return device ? `${browser} on ${device}` : browser
}
