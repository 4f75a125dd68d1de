import { expect, test } from 'bun:test'
import { describeBrowser } from '#domain/auth/browser-name'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Linux',
  ],
  [
    `Mozilla/5.0 (Linux; Android 12; BRAVIA 4K GB) ${WEBKIT} Chrome/90.0 Safari/537.36`,
    'Chrome on Android TV',
  ],
  [
    `Mozilla/5.0 (Linux; Android 9; MIBOX4 TV Box) ${WEBKIT} Chrome/90.0 Safari/537.36`,
    'Chrome on Android TV',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/79.0.3945.79 Safari/537.36`,
    'Chrome on LG TV',
  ],
  [
    `Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.0) ${WEBKIT} SamsungBrowser/2.2 Chrome/63.0 TV Safari/537.36`,
    'Samsung Internet on Samsung TV',
  ],
  [
    `Mozilla/5.0 (Linux; Android 7.1.2; AFTMM) ${WEBKIT} Silk/108.1 like Chrome/108.0 Safari/537.36`,
    'Silk on Fire TV',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605',
    'Safari on Mac',
  ],
  ['Opera/9.80 (Linux armv7l) Presto/2.12.407', 'Opera on Linux'],
  ['Mozilla/5.0 (Linux; Android 11; AFTKA)', 'Unknown browser on Fire TV'],
  ['', 'Unknown browser'],
  ['curl/8.14.1', 'Unknown browser'],
])('%s is named %s', (userAgent, name) => {
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
