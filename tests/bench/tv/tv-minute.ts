import { launchOldBrowser } from '../../support/browser/old-browser.ts'
import { cpuSeconds } from '../cpu-seconds.ts'
import type { Row } from '../measurements.ts'
import {
  aTvClinic,
  BUSY_CALL_EVERY_MS,
  CALL_EVERY_MS,
  startTv,
  type TvClinic,
} from './tv-clinic.ts'
import { inEach, message } from './tv-engines.ts'

const SETTLES_WITHIN_MS = 6_000
const SLOWED = 6
const MARQUEE = {
  enableMarquee: 'true',
  marqueeText: 'Please keep your number until you are called',
}

const COUNT_LONG_TASKS = `window.longTasks = 0
new PerformanceObserver(function (list) { longTasks += list.getEntries().length })
  .observe({ entryTypes: ['longtask'] })`

/** What calls every 10 s cost a TV. Adds to the console errors. */
export async function tvMinute(lastsMs: number, consoleErrors: string[]): Promise<Row[]> {
  const thread = await inEach(path => mainThread(path, lastsMs, consoleErrors))
  const cpu = await inEach(path => cpuOfBrowser(path, lastsMs, consoleErrors))
  const lasts = `${lastsMs / 1_000} s with a call every ${CALL_EVERY_MS / 1_000} s`
  return [
    {
      what: `TV's page, ${lasts}, CPU 6 times slower`,
      measured: message(
        thread,
        ({ script, layout, style }) => `script ${script}, layout ${layout}, style ${style} ms`,
      ),
      beside: `tasks over 50 ms: ${message(thread, ({ longTasks }) => String(longTasks))}`,
      aim: '',
    },
    {
      what: `CPU of the TV's whole browser, ${lasts}`,
      measured: message(cpu, ({ calls }) => seconds(calls)),
      beside: [
        `every ${BUSY_CALL_EVERY_MS / 1_000} s: ${message(cpu, ({ busy }) => seconds(busy))}`,
        `no call: ${message(cpu, ({ idle }) => seconds(idle))}`,
        `every ${CALL_EVERY_MS / 1_000} s and a marquee: ${message(cpu, ({ marquee }) => seconds(marquee))}`,
      ].join('; '),
      aim: 'under 1 s a minute',
    },
  ]
}

function seconds(cpu: number) {
  return `${cpu.toFixed(2)} s`
}

/** CPU seconds without throttling, which uses CPU time itself. */
async function cpuOfBrowser(path: string, lastsMs: number, consoleErrors: string[]) {
  const plain = await during(path, {}, consoleErrors, async (clinic, browser) => {
    const idle = await cpuIn(browser.pid, () => Bun.sleep(lastsMs))
    const calls = await cpuIn(browser.pid, () => keepCalling(clinic, lastsMs))
    await Bun.sleep(SETTLES_WITHIN_MS * 2)
    const busy = await cpuIn(browser.pid, () => keepCalling(clinic, lastsMs, BUSY_CALL_EVERY_MS))
    return { idle, calls, busy }
  })
  const marquee = await during(path, MARQUEE, consoleErrors, (clinic, browser) =>
    cpuIn(browser.pid, () => keepCalling(clinic, lastsMs)),
  )
  return { ...plain, marquee }
}

/** What the page's main thread does, in ms, and how many of its tasks take longer than 50 ms. */
function mainThread(path: string, lastsMs: number, consoleErrors: string[]) {
  return during(path, {}, consoleErrors, async (clinic, browser) => {
    await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    const longBefore = await browser.evaluate<number>('longTasks')
    const before = await browser.metrics()
    await keepCalling(clinic, lastsMs)
    const after = await browser.metrics()
    const ms = (name: string) => Math.round(((after[name] ?? 0) - (before[name] ?? 0)) * 1_000)
    return {
      script: ms('ScriptDuration'),
      layout: ms('LayoutDuration'),
      style: ms('RecalcStyleDuration'),
      longTasks: (await browser.evaluate<number>('longTasks')) - longBefore,
    }
  })
}

type Browser = Awaited<ReturnType<typeof launchOldBrowser>>

async function during<T>(
  path: string,
  settings: Record<string, string>,
  consoleErrors: string[],
  measure: (clinic: TvClinic, browser: Browser) => Promise<T>,
) {
  const clinic = await aTvClinic(settings)
  const browser = await launchOldBrowser(path)
  await browser.beforeScripts(COUNT_LONG_TASKS)
  await startTv(browser, clinic.url + clinic.tvPath)
  // The first call loads fonts and sounds for the later ones.
  await clinic.callNext()
  await Bun.sleep(SETTLES_WITHIN_MS * 2)
  const measured = await measure(clinic, browser)
  consoleErrors.push(...browser.consoleErrors)
  await browser.close()
  clinic.stop()
  return measured
}

async function cpuIn(pid: number, work: () => Promise<unknown>) {
  const before = cpuSeconds(pid)
  await work()
  return cpuSeconds(pid) - before
}

async function keepCalling({ callNext }: TvClinic, lastsMs: number, everyMs = CALL_EVERY_MS) {
  const end = performance.now() + lastsMs
  for (let next = performance.now(); next < end; next += everyMs) {
    await callNext()
    await Bun.sleep(Math.max(0, Math.min(next + everyMs, end) - performance.now()))
  }
}
