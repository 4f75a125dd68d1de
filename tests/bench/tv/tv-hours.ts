import { launchOldBrowser } from '../../support/browser/old-browser.ts'
import type { Row } from '../measurements.ts'
import { aTvClinic, CALL_EVERY_MS, startTv } from './tv-clinic.ts'
import { inEach, message } from './tv-engines.ts'

/** How much faster the page's clock runs than real time. */
const FASTER = 100
const SAMPLES = 10

/** Timers and clock run faster; a sound is over after two seconds of that time. */
const FAST_TIMERS = `(function () {
  var timeout = setTimeout, interval = setInterval, now = Date.now, start = Date.now()
  window.setTimeout = function (work, ms) { return timeout(work, (ms || 0) / ${FASTER}) }
  window.setInterval = function (work, ms) { return interval(work, (ms || 0) / ${FASTER}) }
  Date.now = function () { return start + (now() - start) * ${FASTER} }
  HTMLMediaElement.prototype.play = function () {
    var element = this
    setTimeout(function () { if (element.onended) element.onended() }, 2000)
    return Promise.resolve()
  }
})()`

/** Whether a page leaks that is open for hours. Adds to the console errors. */
export async function tvHours(calls: number, consoleErrors: string[]): Promise<Row[]> {
  const all = await inEach(path => hoursOfCalls(path, calls, consoleErrors))
  const hours = ((calls * CALL_EVERY_MS) / 3_600_000).toFixed(1)
  const looks = all[0]?.value.at(-1)?.looks
  return [
    {
      what: `TV's heap over ${hours} hours, ${calls} calls, ${looks} looks`,
      measured: message(all, samples => `${fromTo(samples, ({ heap }) => heap.toFixed(1))} MB`),
      beside: `listeners ${message(all, samples => fromTo(samples, one => one.listeners))}; nodes ${message(all, samples => fromTo(samples, one => one.nodes))}`,
      aim: 'flat',
    },
  ]
}

/** At a fifth of the time, when everything has run once, at three fifths, and at the end. */
function fromTo<T>(samples: T[], words: (sample: T) => string | number) {
  return [0.2, 0.6, 1]
    .map(part => samples[Math.round(samples.length * part) - 1])
    .map(sample => (sample ? words(sample) : ''))
    .join(' → ')
}

/**
 * A call every 10 s of the page's time; samples at equal intervals, each after a garbage
 * collection.
 */
async function hoursOfCalls(path: string, calls: number, consoleErrors: string[]) {
  const clinic = await aTvClinic()
  const browser = await launchOldBrowser(path)
  let looks = 0
  browser.on('Network.requestWillBeSent', ({ request }) => {
    if (/\/(current-call|history|settings|display|calls)\b/.test(request.url)) looks++
  })
  await browser.beforeScripts(FAST_TIMERS)
  await startTv(browser, clinic.url + clinic.tvPath)

  async function sample() {
    await browser.send('HeapProfiler.collectGarbage')
    const { JSHeapUsedSize = 0, JSEventListeners = 0, Nodes = 0 } = await browser.metrics()
    return { heap: JSHeapUsedSize / 1e6, listeners: JSEventListeners, nodes: Nodes, looks }
  }

  const samples: Awaited<ReturnType<typeof sample>>[] = []
  for (let call = 1; call <= calls; call++) {
    const next = performance.now() + CALL_EVERY_MS / FASTER
    await clinic.callNext()
    await Bun.sleep(Math.max(0, next - performance.now()))
    if (call % Math.ceil(calls / SAMPLES) === 0) samples.push(await sample())
  }
  consoleErrors.push(...browser.consoleErrors)
  await browser.close()
  clinic.stop()
  return samples
}
