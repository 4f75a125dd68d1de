import { open } from 'node:fs/promises'

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
