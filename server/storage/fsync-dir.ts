import { open } from 'node:fs/promises'

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
