import { existsSync, readFileSync, realpathSync, statfsSync } from 'node:fs'
import { quoteForShell } from './program.ts'

type Mount = { place: string; isReadOnly: boolean; isDiskReadOnly: boolean }

/** systemd mounts a disk that can be written read-only for a service (proc(5)). */
export function isClosedToService(
  path: string,
  mounts = readMounts(),
  isService = isUnderSystemd(),
) {
  const mount = findMount(path, mounts)
  return isService && mount?.isReadOnly === true && !mount.isDiskReadOnly
}

/** Half a sentence. */
export function formatOpening(path: string) {
  return `run sudo systemctl edit clinic-queue, add the lines [Service] and ReadWritePaths=-${path}, then run sudo systemctl restart clinic-queue`
}

export function describeReadOnlyMount(
  path: string,
  mounts = readMounts(),
  isService = isUnderSystemd(),
) {
  if (isClosedToService(path, mounts, isService)) {
    const opening = formatOpening(path)
    return {
      result: `the service may not write to ${path}`,
      cure: opening.charAt(0).toUpperCase() + opening.slice(1),
    }
  }
  const place = findMount(path, mounts)?.place ?? '/'
  const remount = `sudo mount -o remount,rw ${quoteForShell(place)}`
  return {
    result: `the disk of ${path} can only be read`,
    cure: `If nobody mounted it so, the disk is failing: copy the data to another one. Else run: ${remount}`,
  }
}

function findMount(path: string, mounts: Mount[]) {
  const real = existsSync(path) ? realpathSync(path) : path
  const above = mounts.filter(
    ({ place }) => place === '/' || real === place || real.startsWith(`${place}/`),
  )
  // Of two at the same place, the later one covers the earlier one.
  return above.toSorted((a, b) => a.place.length - b.place.length).at(-1)
}

export function parseMounts(text: string): Mount[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [own = '', disk = ''] = line.split(' - ')
      const [, , , , place = '', options = ''] = own.split(' ')
      return {
        place: place.replaceAll(/\\(\d{3})/g, (_, octal) =>
          String.fromCharCode(parseInt(octal, 8)),
        ),
        isReadOnly: options.split(',').includes('ro'),
        isDiskReadOnly: (disk.split(' ')[2] ?? '').split(',').includes('ro'),
      }
    })
}

function readMounts() {
  try {
    return parseMounts(readFileSync('/proc/self/mountinfo', 'utf8'))
  } catch {
    return []
  }
}

const isUnderSystemd = () => existsSync('/run/systemd/system')

const NETWORK_DISKS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
])

/** Such as \\server\share, but not \\?\C:\data, which is on a disk. */
const SHARE_ON_WINDOWS = /^\\\\(?![?.]\\)/

/** The kind of network share, on which SQLite's locks cannot be relied on; null on a disk. */
export function findNetworkDisk(path: string, getType = (path: string) => statfsSync(path).type) {
  return SHARE_ON_WINDOWS.test(path) ? 'SMB' : (NETWORK_DISKS.get(getType(path)) ?? null)
}
