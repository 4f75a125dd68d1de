import { constants } from 'node:fs'
import { copyFile, link, open } from 'node:fs/promises'

/** A new or renamed file survives a power cut only after this. Windows needs no such call. */
export async function fsyncDir(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Copies where the file system has no hard links. Returns false when `from` does not exist. */
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
