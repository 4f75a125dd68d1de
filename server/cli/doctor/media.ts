import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Inspection } from '#db/connection/inspect'
import { ok, problem } from './finding.ts'

const TOPIC = 'pictures'
/** What a crash leaves behind is swept an hour later. */
const LEFTOVER_AGE_MS = 60 * 60_000

/** Each picture has its file, the file is what its name says, and no file is there for nothing. */
export async function checkMedia(dataDir: string, { files }: Pick<Inspection, 'files'>) {
  const folder = join(dataDir, 'media')
  const there = existsSync(folder) ? readdirSync(folder) : []
  const missing = [...files].filter(name => !there.includes(name))
  const damaged = []
  for (const name of files) {
    if (there.includes(name) && !(await matchesItsName(folder, name))) damaged.push(name)
  }
  const wrong = [...missing, ...damaged]
  if (wrong.length > 0) {
    const is = `${missing.length} missing and ${damaged.length} damaged: ${wrong.join(', ')}`
    return problem(TOPIC, is, 'Bring the media folder back from a backup, or upload them anew.')
  }
  const leftOver = there.filter(name => !files.has(name) && isOld(join(folder, name)))
  if (leftOver.length > 0) {
    const doThis = 'The next start removes what is its own. Whatever stays was put there by hand.'
    return problem(TOPIC, `${leftOver.length} files belong to none: ${leftOver.join(', ')}`, doThis)
  }
  return ok(TOPIC, `${files.size} files, all there and whole`)
}

async function matchesItsName(folder: string, name: string) {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(join(folder, name)).stream()) hasher.update(chunk)
  return name.startsWith(hasher.digest('hex'))
}

function isOld(path: string) {
  return Date.now() - statSync(path).mtimeMs > LEFTOVER_AGE_MS
}
