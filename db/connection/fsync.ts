import { open } from 'node:fs/promises'

/** A new or renamed file survives a power cut only once its folder was synced (not on Windows). */
export async function fsyncFolder(folder: string) {
  if (process.platform !== 'win32') await fsync(folder)
}

export async function fsync(path: string) {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
