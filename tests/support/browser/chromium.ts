import { existsSync } from 'node:fs'

/** For running as root, headless and without any request to the internet. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * For each new context Chromium renders the popups of its address bar and keeps a spare process:
 * together more work than the page under test. It reads only the last such list, so Playwright's
 * own is repeated here.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

export const SCREEN_TEST_FLAGS = [
  ...CHROMIUM_FLAGS,
  `--disable-features=${DISABLED_FEATURES.join()}`,
]

/** The shell draws the same pages with less work, and comes first. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
/** Debian's shell starts through a script that would leave it running when it is killed. */
const SHELL_OF_DEBIAN = '/usr/lib/chromium/chromium-headless-shell'
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** Ubuntu has no package of the shell alone. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * The path in CHROMIUM, an installed Chromium, or one installed from Debian's packages. Throws what
 * to do without.
 */
export function findOrGetChromium(): string {
  const { CHROMIUM } = process.env
  if (CHROMIUM && !existsSync(CHROMIUM)) throw new Error(`CHROMIUM is ${CHROMIUM}: no such file`)
  const path = CHROMIUM || find() || (installFromDebian() && find())
  if (path) return path
  throw new Error('there is no Chromium: apt-get install chromium, or set CHROMIUM to its path')
}

function find() {
  const inPath = NAMES.map(name => Bun.which(name)).find(path => path !== null)
  return [SHELL_OF_DEBIAN, inPath, ...PLACES].find(place => place && existsSync(place)) ?? null
}

function installFromDebian() {
  if (!Bun.which('apt-get') || !(isRoot || Bun.which('sudo'))) return false
  console.log('No Chromium found: installing it from the system packages.')
  const options = ['-y', '--no-install-recommends']
  const install = (name: string) => runAptGet('install', ...options, name, 'fonts-noto-core')
  return runAptGet('update') && PACKAGES.some(install)
}

const isRoot = process.getuid?.() === 0

function runAptGet(...args: string[]) {
  const sudo = isRoot ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const command = [...sudo, 'apt-get', '-qq', ...args]
  return Bun.spawnSync(command, { env, stdout: 'ignore' }).success
}
