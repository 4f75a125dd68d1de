import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

const LOOP_RESOLUTION_MS = 50
const NS = 1e9
const US = 1e6

/** What the process takes of its machine, under the names that Prometheus' own libraries give. */
export function createProcessMetrics(registers: Registry[], version: string) {
  const memory = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that the program has.',
    registers,
  })
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Time that the program had of the processors.',
    registers,
  })
  const started = new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the program started; the time since then is its uptime.',
    registers,
  })
  const delay = new Gauge({
    name: 'clinic_event_loop_delay_seconds',
    help: 'How long anything had to wait for the program at worst, since this was asked the last time.',
    registers,
  })
  const build = new Gauge({
    name: 'clinic_build_info',
    help: 'Always 1; its label tells the version.',
    labelNames: ['version'],
    registers,
  })
  started.set(performance.timeOrigin / 1000)
  build.set({ version }, 1)

  // It costs something all the time: nobody pays who does not watch.
  let loop: ReturnType<typeof monitorEventLoopDelay> | null = null

  return () => {
    memory.set(process.memoryUsage.rss())
    const { user, system } = process.cpuUsage()
    cpu.reset()
    cpu.inc((user + system) / US)
    if (loop === null) {
      loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
      loop.enable()
    }
    delay.set(loop.count > 0 ? loop.max / NS : 0)
    loop.reset()
  }
}
