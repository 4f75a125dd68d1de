import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

const LOOP_RESOLUTION_MS = 50
const NS = 1e9
const US = 1e6

/** Process metrics under the names of Prometheus' own client libraries. Returns what updates them. */
export function createProcessMetrics(registers: Registry[], version: string) {
  const memory = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process.',
    registers,
  })
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the process.',
    registers,
  })
  const started = new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started.',
    registers,
  })
  const delay = new Gauge({
    name: 'clinic_event_loop_delay_seconds',
    help: 'Longest delay of the event loop since the previous scrape, or the start.',
    registers,
  })
  const build = new Gauge({
    name: 'clinic_build_info',
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    registers,
  })
  started.set(performance.timeOrigin / 1000)
  build.set({ version }, 1)

  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()

  return () => {
    memory.set(process.memoryUsage.rss())
    const { user, system } = process.cpuUsage()
    cpu.reset()
    cpu.inc((user + system) / US)
    delay.set(loop.count > 0 ? loop.max / NS : 0)
    loop.reset()
  }
}
