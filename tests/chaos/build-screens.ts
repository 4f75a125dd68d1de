import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The pages and the files are requested, too. */
export function buildScreens() {
  const { success } = Bun.spawnSync([process.execPath, 'server/build/build.ts'], { cwd: ROOT })
  if (!success) throw new Error('the screens could not be built')
}
