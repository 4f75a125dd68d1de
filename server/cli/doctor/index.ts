import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Inspection } from '#db/connection/inspect'
import { type Config, isSharedDatabase } from '../../config/config.ts'
import { checkBackups } from './backups.ts'
import { checkCertificate } from './certificate.ts'
import { checkClock } from './clock.ts'
import { checkDatabase, inspect } from './database.ts'
import { checkDisk } from './disk.ts'
import { type Finding, formatFinding, ok } from './finding.ts'
import { checkFolder } from './folder.ts'
import { checkMedia } from './media.ts'
import { checkPort, probePort } from './port.ts'
import { checkWeight } from './weight.ts'

export async function runDoctor(options: Config) {
  process.umask(0o077)
  const findings = await collectFindings(options)
  for (const finding of findings) console.log(formatFinding(finding))
  return findings.some(({ advice }) => advice) ? 1 : 0
}

async function collectFindings(options: Config): Promise<Finding[]> {
  const dataDir = resolve(options.dataDir)
  const folder = checkFolder(dataDir)
  if (!existsSync(dataDir)) return [folder]

  const now = new Date()
  const portUser = await probePort(options)
  const database = await inspect(options, dataDir)
  const inspection = typeof database === 'string' ? null : database
  return [
    folder,
    checkDisk(dataDir),
    await checkWeight(dataDir, inspection, now),
    ...checkDatabase(database, portUser),
    ...(inspection ? [await checkPictures(options, dataDir, inspection)] : []),
    await checkBackups(options, dataDir, now),
    checkPort(options, portUser, database === 'locked' || isSharedDatabase(options)),
    ...(options.tls ? [checkCertificate(options.tls, now)] : []),
    checkClock(now, inspection),
  ]
}

function checkPictures(options: Config, dataDir: string, inspection: Inspection) {
  if (isSharedDatabase(options)) return ok('pictures', 'stored on the database server')
  return checkMedia(dataDir, inspection)
}
