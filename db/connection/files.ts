import * as files from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { getErrorCode } from './errors.ts'

const HELD = /^(EBUSY|EPERM|EACCES|ENOTEMPTY)$/
/** Delays between retries. A virus scanner keeps a file open for less than their sum. */
const DELAYS_MS = [10, 20, 50, 100, 200, 500, 1000, 2000, 4000]

export const rename = (from: string, to: string) => whenFree(() => files.rename(from, to))

export const rm = (path: string, options: { force?: boolean; recursive?: boolean } = {}) =>
  whenFree(() => files.rm(path, options))

/** Retries, because Windows cannot move or remove a file that a virus scanner has open. */
export async function whenFree<T>(
  work: () => Promise<T>,
  isWindows = process.platform === 'win32',
  sleep: (ms: number) => Promise<unknown> = Bun.sleep,
) {
  for (const delay of isWindows ? DELAYS_MS : []) {
    try {
      return await work()
    } catch (cause) {
      if (!HELD.test(getErrorCode(cause))) throw cause
    }
    await sleep(delay)
  }
  return work()
}

/** Syncs a folder, so its new and renamed files survive a power cut. Does nothing on Windows. */
export async function fsyncFolder(folder: string) {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

/** Windows syncs only a file that is open for writing. */
export const fsync = (file: string) => sync(file, 'r+')

async function sync(path: string, flags: string) {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
