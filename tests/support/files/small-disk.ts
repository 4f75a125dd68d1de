import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linuxProblem, type Problem, rootProblem } from '../unless.ts'

const BLOCK_BYTES = 4096

/** Root in a container may not be allowed to mount. */
export function getMountProblem(): Problem {
  if (linuxProblem ?? rootProblem) return linuxProblem ?? rootProblem
  const disk = mountSmallDisk(1)
  disk?.remove()
  return disk ? null : 'this machine lets nobody mount a disk'
}

/** A small tmpfs that can be filled; null unless root on Linux, with the right to mount. */
export function mountSmallDisk(megabytes: number) {
  if (linuxProblem ?? rootProblem) return null
  const place = mkdtempSync(join(tmpdir(), 'clinic-small-disk-'))
  const mounted = mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place)
  if (!mounted) {
    rmSync(place, { recursive: true })
    return null
  }
  return {
    place,
    fill: () => fill(place),
    empty: () => rmSync(join(place, 'fill'), { recursive: true, force: true }),
    makeReadOnly: () => mount('-o', 'remount,ro', place),
    makeWritable: () => mount('-o', 'remount,rw', place),
    remove() {
      Bun.spawnSync(['umount', place])
      rmSync(place, { recursive: true, force: true })
    },
  }
}

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>

function mount(...args: string[]) {
  return Bun.spawnSync(['mount', ...args], { stderr: 'ignore' }).success
}

let fillCount = 0

function fill(place: string) {
  const folder = join(place, 'fill')
  mkdirSync(folder, { recursive: true })
  for (const size of [BLOCK_BYTES * 64, BLOCK_BYTES]) {
    while (getFreeBytes(place) >= size && tryWrite(join(folder, `${fillCount++}`), size));
  }
}

function tryWrite(path: string, size: number) {
  try {
    writeFileSync(path, Buffer.alloc(size))
    return true
  } catch {
    return false
  }
}

function getFreeBytes(place: string) {
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize
}
