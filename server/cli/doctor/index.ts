import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Inspection } from '#db/connection/inspect'
import { isShared, type Options } from '../../config/config.ts'
import { examineBackups } from './backups.ts'
import { examineCertificate } from './certificate.ts'
import { examineClock } from './clock.ts'
import { examineDatabase, openToLook } from './database.ts'
import { examineDisk } from './disk.ts'
import { type Finding, inWords, ok } from './finding.ts'
import { examineFolder } from './folder.ts'
import { examineMedia } from './media.ts'
import { examinePort, whoAnswers } from './port.ts'

/** `doctor`: looks at everything that the program stands on. Answers the exit code. */
export async function examine(options: Options) {
  process.umask(0o077)
  const findings = await findingsOf(options)
  for (const finding of findings) console.log(inWords(finding))
  return findings.some(({ doThis }) => doThis) ? 1 : 0
}

async function findingsOf(options: Options): Promise<Finding[]> {
  const dataDir = resolve(options.dataDir)
  const folder = examineFolder(dataDir)
  if (!existsSync(dataDir)) return [folder]

  const now = new Date()
  const answering = await whoAnswers(options)
  const seen = await openToLook(options, dataDir)
  const inspection = typeof seen === 'string' ? null : seen
  return [
    folder,
    examineDisk(dataDir),
    ...examineDatabase(seen, answering),
    ...(inspection ? [await examinePictures(options, dataDir, inspection)] : []),
    await examineBackups(options, dataDir, now),
    examinePort(options, answering, seen === 'taken' || isShared(options)),
    ...(options.tls ? [examineCertificate(options.tls, now)] : []),
    examineClock(now, inspection),
  ]
}

function examinePictures(options: Options, dataDir: string, inspection: Inspection) {
  if (isShared(options)) return ok('pictures', 'kept by the database server')
  return examineMedia(dataDir, inspection)
}
