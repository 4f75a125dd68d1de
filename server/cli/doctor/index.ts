import { resolve } from 'node:path'
import type { Inspection } from '#db/connection/inspect'
import { type Config, isSharedDatabase } from '../../config/config.ts'
import { formatErrorLine } from '../../observability/log.ts'
import { readCertificate, type TlsFiles } from '../../tls/certificate.ts'
import type { CallerFiles } from '../caller-files.ts'
import { checkBackups } from './backups.ts'
import { checkCertificate } from './certificate.ts'
import { checkClock } from './clock.ts'
import { checkCopies } from './copies.ts'
import { checkDatabase, inspect } from './database.ts'
import { checkDisk } from './disk.ts'
import { checkWeight } from './disk-usage.ts'
import { type Finding, formatFinding, getPermissionAdvice, ok, problem } from './finding.ts'
import { checkFolder, checkFolderExists } from './folder.ts'
import { checkMedia } from './media.ts'
import { checkPort, probePort } from './port.ts'
import { checkRestore } from './restore.ts'
import { checkUsers } from './users.ts'

export async function runDoctor(options: Config, { getCertificate }: CallerFiles) {
  process.umask(0o077)
  const findings = await collectFindings(options, getCertificate)
  for (const finding of findings) console.log(formatFinding(finding))
  return findings.some(({ advice }) => advice) ? 1 : 0
}

async function collectFindings(
  options: Config,
  getCertificate: CallerFiles['getCertificate'],
): Promise<Finding[]> {
  const dataDir = resolve(options.dataDir)
  const isMissing = checkFolderExists(dataDir)
  if (isMissing) return [isMissing]

  const now = new Date()
  const { tls } = options
  const checkTls = (files: TlsFiles) =>
    checkCertificate(
      files,
      options,
      portUser,
      now,
      () => getCertificate() ?? readCertificate(files),
    )
  const { user: portUser, health } = await probePort(options)
  const database = await inspect(options, dataDir)
  const inspection = typeof database === 'string' ? null : database
  const isDataInUse = database === 'locked' || isSharedDatabase(options)
  return [
    checkFolder(dataDir),
    ...(await tryCheck('disk', () => checkDisk(dataDir))),
    ...(await tryCheck('size', () => checkWeight(dataDir, inspection, now))),
    ...checkDatabase(options, database, portUser),
    ...(inspection
      ? [
          checkUsers(inspection),
          ...(await tryCheck('pictures', () => checkPictures(options, dataDir, inspection))),
        ]
      : []),
    ...(await tryCheck('restore', () => checkRestore(dataDir))),
    ...(await tryCheck('backups', () => checkBackups(options, dataDir, now))),
    ...(await tryCheck('second place', () => checkCopies(options, health))),
    checkPort(options, portUser, isDataInUse),
    ...(tls ? await tryCheck('certificate', () => checkTls(tls)) : []),
    checkClock(now, inspection),
  ]
}

/** One check that fails must not hide what the others find. */
async function tryCheck(
  topic: string,
  check: () => Finding | Finding[] | Promise<Finding>,
): Promise<Finding[]> {
  try {
    return [await check()].flat()
  } catch (cause) {
    const error = formatErrorLine(cause)
    const advice = getPermissionAdvice(error) ?? 'Fix what it reports, then run doctor again.'
    return [problem(topic, `this could not be checked: ${error}`, advice)]
  }
}

function checkPictures(options: Config, dataDir: string, inspection: Inspection) {
  if (isSharedDatabase(options)) return ok('pictures', 'stored on the database server')
  return checkMedia(dataDir, inspection)
}
