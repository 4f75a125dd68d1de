import { expect, test } from 'bun:test'
import { describeBrowser } from '#domain/auth/browser-name'

/** The system of each browser, and what it says after its engine. */
test.each([
  ['Windows NT 10.0; Win64; x64', 'Chrome/140.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['X11; Linux x86_64', 'Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Linux'],
  ['Linux; Android 12; BRAVIA 4K GB', 'Chrome/90.0 Safari/537.36', 'Chrome on Android TV'],
  ['Linux; Android 9; MIBOX4 TV Box', 'Chrome/90.0 Safari/537.36', 'Chrome on Android TV'],
  ['Linux; Android 10; K', 'Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Web0S; Linux/SmartTV', 'Chrome/79.0.3945.79 Safari/537.36', 'Chrome on LG TV'],
  ['SMART-TV; Tizen 5.0', 'SamsungBrowser/2.2 Chrome/63.0 TV', 'Samsung Internet on Samsung TV'],
  ['Linux; Android 7.1.2; AFTMM', 'Silk/108.1 like Chrome/108.0', 'Silk on Fire TV'],
  ['X11; Linux x86_64; rv:140.0', 'Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['iPhone; CPU iPhone OS 18_0 like Mac OS X', 'Version/18.0 Safari/604.1', 'Safari on iPhone'],
  ['Macintosh; Intel Mac OS X 10_15_7', 'Version/18.0 Safari/605', 'Safari on Mac'],
  ['Linux; Android 11; AFTKA', '', 'Unknown browser on Fire TV'],
  ['', 'curl/8.14.1', 'Unknown browser'],
])('%s with %s is %s', (system, browser, name) => {
  const userAgent = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${browser}`
  expect(describeBrowser(userAgent)).toBe(name)
})

test.each([
  '<script>alert(1)</script>',
  'Reception desk, please log in',
  '\u202Eemorhc\u0000\n',
  `${'x'.repeat(600)} Chrome/140.0`,
  'Tizen TV '.repeat(2_000),
])('no word of a header that a stranger has written is shown: %p', userAgent => {
  expect(describeBrowser(`${userAgent} PHISHED`)).toMatch(/^Unknown browser( on Samsung TV)?$/)
  expect(describeBrowser(`Chrome/1 Windows ${userAgent}`).length).toBeLessThanOrEqual(40)
})
