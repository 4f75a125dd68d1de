import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Inspection } from '#db/connection/inspect'
import { listFiles } from '../../storage/missing-database.ts'
import { ok, problem } from './finding.ts'

const TOPIC = 'pictures'
/** The cleanup removes what a crash left behind after an hour. */
const LEFTOVER_AGE_MS = 60 * 60_000

/** Finds missing, damaged and unused files. A file's name is the hash of its content. */
export async function checkMedia(dataDir: string, { files }: Pick<Inspection, 'files'>) {
  const folder = join(dataDir, 'media')
  const present = listFiles(folder)
  const missing = [...files].filter(name => !present.includes(name))
  const damaged = []
  for (const name of files) {
    if (present.includes(name) && !(await matchesHash(folder, name))) damaged.push(name)
  }
  const bad = [...missing, ...damaged]
  if (bad.length > 0) {
    const result = `${missing.length} missing and ${damaged.length} damaged: ${bad.join(', ')}`
    return problem(TOPIC, result, 'Restore a backup, or upload these pictures again.')
  }
  const unused = present.filter(name => !files.has(name) && isOld(join(folder, name)))
  if (unused.length > 0) {
    const advice =
      "The next start deletes the program's own unused files. Others were put there by hand."
    return problem(TOPIC, `${unused.length} unused: ${unused.join(', ')}`, advice)
  }
  return ok(TOPIC, `${files.size} files, none missing or damaged`)
}

async function matchesHash(folder: string, name: string) {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(join(folder, name)).stream()) hasher.update(chunk)
  return name.startsWith(hasher.digest('hex'))
}

function isOld(path: string) {
  return Date.now() - statSync(path).mtimeMs > LEFTOVER_AGE_MS
}
