import { resolve } from 'node:path'
import { type Config, hasLocalData, isSharedDatabase, type TlsFiles } from '../../config/config.ts'
import { formatErrorLine } from '../../observability/log.ts'
import { readCertificate } from '../../tls/certificate.ts'
import type { CallerFiles } from '../caller-files.ts'
import { findRunningAddress } from '../run-local-command.ts'
import { checkBackups, checkCopies } from './backups.ts'
import { checkClock } from './clock.ts'
import {
  checkDisk,
  checkDiskUsage,
  checkFolder,
  checkFolderExists,
  checkRestore,
} from './data-folder.ts'
import { checkDatabase, checkUsers, inspect } from './database.ts'
import { type Finding, fail, formatFinding, getPermissionAdvice } from './finding.ts'
import {
  askHealth,
  checkCertificate,
  checkFreePort,
  checkServedCertificate,
  checkUsedPort,
} from './network.ts'

export async function runDoctor(options: Config, { getCertificate }: CallerFiles) {
  process.umask(0o077)
  const findings = await collectFindings(options, getCertificate)
  for (const finding of findings) console.log(formatFinding(finding))
  return findings.some(({ advice }) => advice) ? 1 : 0
}

const CORRECT_ADVICE = 'Correct it, then restart the program.'

async function collectFindings(
  options: Config,
  getCertificate: CallerFiles['getCertificate'],
): Promise<Finding[]> {
  const dataDir = resolve(options.dataDir)
  const isMissing = checkFolderExists(dataDir)
  if (isMissing) return [isMissing]

  const now = new Date()
  const running = await findRunningAddress(dataDir)
  const address = { ...options, ...running }
  const { tls } = options
  const checkTls = (files: TlsFiles) =>
    checkCertificate(
      files,
      address,
      isAnswering,
      now,
      () => getCertificate() ?? readCertificate(files),
    )
  const answer = await askHealth(address)
  const isAnswering = answer !== null
  const folder = checkFolder(dataDir)
  const isUsable = !folder.some(({ advice }) => advice) || !hasLocalData(options)
  const database = isUsable ? await inspect(options, dataDir) : 'closed'
  const inspection = typeof database === 'string' || 'lost' in database ? null : database
  const isDataInUse = running !== null || database === 'locked' || isSharedDatabase(options)
  const wasOpened = typeof database !== 'string' || database === 'new'
  const isSameData = isDataInUse || (wasOpened ? false : null)
  return [
    ...(options.warnings ?? []).map(warning => fail('settings', warning, CORRECT_ADVICE)),
    ...folder,
    ...(await tryCheck('disk', () => checkDisk(dataDir))),
    ...(await tryCheck('size', () => checkDiskUsage(dataDir, inspection, now))),
    ...checkDatabase(options, database, isAnswering),
    ...(inspection ? [checkUsers(inspection)] : []),
    ...(await tryCheck('restore', () => checkRestore(dataDir))),
    ...(await tryCheck('backups', () => checkBackups(options, dataDir, now))),
    ...(await tryCheck('off-site copy', () => checkCopies(options, answer?.health ?? null))),
    ...(isAnswering ? [checkUsedPort(address, isSameData)] : []),
    ...(isAnswering || database === 'locked' ? [] : [checkFreePort(address)]),
    ...(tls ? await tryCheck('certificate', () => checkTls(tls)) : []),
    ...(answer?.isTls && !tls ? [await checkServedCertificate(address, now)] : []),
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
    return [fail(topic, `this could not be checked: ${error}`, advice)]
  }
}
