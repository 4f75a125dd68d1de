import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { linuxProblem, type Problem, rootProblem } from '../unless.ts'

/** Root in a container may not be allowed to mount. */
export const getMountProblem = () =>
  getProblem(() => mountSmallDisk(1), 'this machine lets nobody mount a disk')

/** Nor to mount an image, or the kernel may not let errors be injected. */
export const getFaultyDiskProblem = () =>
  getProblem(mountFaultyDisk, 'this machine lets nobody mount an ext4 image and make it fail')

function getProblem(mountDisk: () => { remove(): void } | null, sentence: string): Problem {
  if (linuxProblem ?? rootProblem) return linuxProblem ?? rootProblem
  const disk = mountDisk()
  disk?.remove()
  return disk ? null : sentence
}

/** A small tmpfs that can be filled; null unless root on Linux, with the right to mount. */
export function mountSmallDisk(megabytes: number) {
  if (linuxProblem ?? rootProblem) return null
  const place = mkdtempSync(join(tmpdir(), 'clinic-small-disk-'))
  const file = join(place, 'fill')
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place)) {
    rmSync(place, { recursive: true })
    return null
  }
  return {
    place,
    /** Until no block is free. */
    fill: () => run('dd', 'if=/dev/zero', `of=${file}`, 'bs=4096', 'oflag=append', 'conv=notrunc'),
    empty: () => rmSync(file, { force: true }),
    makeReadOnly: () => run('mount', '-o', 'remount,ro', place),
    makeWritable: () => run('mount', '-o', 'remount,rw', place),
    remove() {
      run('umount', place)
      rmSync(place, { recursive: true, force: true })
    },
  }
}

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>

/**
 * An ext4 disk that the kernel makes read-only at an error while files are open, as it does on a
 * real one.
 */
export function mountFaultyDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-faulty-disk-'))
  const [image, place] = [join(folder, 'image'), join(folder, 'disk')]
  mkdirSync(place)
  const isMounted =
    run('mkfs.ext4', '-q', image, '32M') &&
    run('mount', '-o', 'loop,errors=remount-ro', image, place)
  const source = Bun.spawnSync(['findmnt', '-no', 'SOURCE', place]).stdout.toString().trim()
  const trigger = `/sys/fs/ext4/${basename(source)}/trigger_fs_error`
  function remove() {
    run('umount', place)
    rmSync(folder, { recursive: true, force: true })
  }
  if (isMounted && existsSync(trigger)) {
    return { place, fail: () => writeFileSync(trigger, '1'), remove }
  }
  remove()
  return null
}

function run(...command: string[]) {
  return Bun.spawnSync(command, { stderr: 'ignore' }).success
}
