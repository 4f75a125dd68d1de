import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

type Process = { pid: number; parent: number; seconds: number }

/** CPU seconds that a process and its descendants have used since they started; Linux only. */
export function cpuSeconds(pid: number) {
  const all = processes()
  let sum = all.find(one => one.pid === pid)?.seconds ?? 0
  const under = (parent: number) => {
    for (const child of all.filter(one => one.parent === parent)) {
      sum += child.seconds
      under(child.pid)
    }
  }
  under(pid)
  return sum
}

function processes(): Process[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.flatMap(pid => read(pid) ?? [])
}

/** A process that ended meanwhile is skipped: its parent has its time. */
function read(pid: number): Process | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain anything: state, parent, ...
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const [own = 0, system = 0, ofEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number)
    const seconds = (own + system + ofEnded + systemOfEnded) / TICKS_PER_SECOND
    return { pid, parent: Number(fields[1]), seconds }
  } catch {
    return null
  }
}
