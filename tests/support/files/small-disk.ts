import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
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

/**
 * Root in a container may not be allowed to mount an image, or the kernel may not let errors be
 * injected.
 */
export function getFaultyDiskProblem(): Problem {
  if (linuxProblem ?? rootProblem) return linuxProblem ?? rootProblem
  const disk = mountFaultyDisk()
  disk?.remove()
  return disk ? null : 'this machine lets nobody mount an ext4 image and make it fail'
}

/**
 * An ext4 disk that the kernel makes read-only at an error while files are open, as it does on a
 * real one.
 */
export function mountFaultyDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-faulty-disk-'))
  const [image, place] = [join(folder, 'image'), join(folder, 'disk')]
  mkdirSync(place)
  const hasImage = Bun.spawnSync(['mkfs.ext4', '-q', image, '32M'], { stderr: 'ignore' }).success
  const isMounted = hasImage && mount('-o', 'loop,errors=remount-ro', image, place)
  const source = Bun.spawnSync(['findmnt', '-no', 'SOURCE', place]).stdout.toString().trim()
  const trigger = `/sys/fs/ext4/${basename(source)}/trigger_fs_error`
  function remove() {
    Bun.spawnSync(['umount', place])
    rmSync(folder, { recursive: true, force: true })
  }
  if (isMounted && existsSync(trigger)) {
    return { place, fail: () => writeFileSync(trigger, '1'), remove }
  }
  remove()
  return null
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
