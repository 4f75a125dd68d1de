import { gzipSync } from 'node:zlib'
import { launchOldBrowser } from '../../support/browser/old-browser.ts'
import type { Row } from '../measurements.ts'
import { median } from '../program.ts'
import { aTvClinic, type TvClinic } from './tv-clinic.ts'
import { enginesAtHand, inEach, message } from './tv-engines.ts'
import { scriptOnReact, withScript } from './tv-on-react.ts'

const LOADS = 5
const SLOWED = 6

const MARK_AWAKE = `new MutationObserver(function (changes, observer) {
  performance.mark('awake')
  observer.disconnect()
}).observe(document, { attributes: true, attributeFilter: ['data-awake'], subtree: true })`
const markAt = (name: string) => `(performance.getEntriesByName('${name}')[0] || {}).startTime || 0`

/** In ms from the navigation: connected, and hydrated. */
type Waking = { hydrated: number; awake: number }

/** What the page loads and how long hydration takes, compared with the same page on React. */
export async function tvAwake(): Promise<Row[]> {
  const clinic = await aTvClinic()
  const scripts = await scriptsOf(clinic.url + clinic.tvPath)
  const own = scripts.find(({ source }) => source.includes('/assets/'))?.text ?? ''
  const onReact = await scriptOnReact()
  const ours = await inEach(path => timeToAwake(path, clinic, own))
  const theirs = await inEach(path => timeToAwake(path, clinic, onReact))
  clinic.stop()
  const all = scripts.reduce((sum, { text }) => sum + kB(text), 0)
  const ms = (one: number) => `${one.toFixed(0)} ms`
  return [
    {
      what: 'JavaScript of the TV, gzip',
      measured: `${all.toFixed(1)} kB in ${scripts.length} files`,
      beside: `the same on React: ${(all - kB(own) + kB(onReact)).toFixed(1)} kB`,
      aim: 'under 78 kB',
    },
    {
      what: 'TV opened to hydrated: it hears calls; CPU 6 times slower, median of 5',
      measured: message(ours, ({ hydrated }) => ms(hydrated)),
      // React has no event for the end of hydration.
      beside: `drawn and awake: ${message(ours, ({ awake }) => ms(awake))}; the same on React: ${message(theirs, ({ awake }) => ms(awake))}`,
      aim: '68: under 350 ms; current: under 500 ms',
    },
  ]
}

/** In gzip kilobytes (1000 bytes). */
function kB(text: string) {
  return gzipSync(text, { level: 9 }).length / 1_000
}

async function timeToAwake(path: string, clinic: TvClinic, script: string): Promise<Waking> {
  const server = withScript(clinic.url, script)
  const took: Waking[] = []
  for (let load = 1; load <= LOADS; load++)
    took.push(await oneLoad(path, server.url + clinic.tvPath))
  server.stop()
  const usual = (mark: keyof Waking) => median(took.map(one => one[mark]))
  return { hydrated: usual('hydrated'), awake: usual('awake') }
}

/** In a new browser without a cache. */
async function oneLoad(path: string, url: string) {
  const browser = await launchOldBrowser(path)
  await browser.beforeScripts(MARK_AWAKE)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await browser.goto(url)
  let at = 0
  while (at === 0) {
    await Bun.sleep(50)
    at = await browser.evaluate<number>(markAt('awake'))
  }
  const hydrated = await browser.evaluate<number>(markAt('hydrated'))
  await browser.close()
  return { hydrated, awake: at }
}

async function scriptsOf(url: string) {
  const browser = await launchOldBrowser(enginesAtHand()[0]?.path ?? '')
  await browser.goto(url)
  const sources = await browser.evaluate<string[]>(
    'Array.from(document.scripts).map(function (script) { return script.src })',
  )
  await browser.close()
  const requests = sources.map(async source => ({
    source,
    text: await (await fetch(source)).text(),
  }))
  return Promise.all(requests)
}
