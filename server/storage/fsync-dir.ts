import { constants } from 'node:fs'
import { copyFile, link, open } from 'node:fs/promises'

/** A new name is only sure once its folder is. Windows cannot be asked for that, and does it by itself. */
export async function fsyncDir(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A file that never changes under a second name; a copy where the disk knows no links. False without it. */
export async function linkOrCopy(from: string, to: string) {
  try {
    await link(from, to).catch(cause => {
      if (['EEXIST', 'ENOENT'].includes(cause.code)) throw cause
      return copyFile(from, to, constants.COPYFILE_EXCL)
    })
    return true
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'EEXIST') return true
    if (code === 'ENOENT') return false
    throw cause
  }
}
