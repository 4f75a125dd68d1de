import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseLockedError } from '#db/connection/errors'
import { type Inspection, inspectDatabase } from '#db/connection/inspect'
import { lockFile } from '#db/connection/locks'
import { type Config, isSharedDatabase } from '../../config/config.ts'
import { formatErrorLine } from '../../observability/log.ts'
import { isPresent, isRestorePending } from '../../storage/backup/restore-record.ts'
import {
  findLeftoverOfLostDatabase,
  findNewestLeftover,
  type Leftover,
} from '../../storage/missing-database.ts'
import { type Finding, fail, getPermissionAdvice, pass } from './finding.ts'

const TOPIC = 'database'
const FILE_ADVICE = 'If it is damaged, stop the program and restore the last backup.'
/** No other inspection has these fields. */
type Lost = { lost: Leftover }
const ELSEWHERE_ADVICE = 'Or choose the data folder of the clinic with --data-dir.'
const SERVER_ADVICE =
  'Check that the database server runs, and DATABASE_URL and DATABASE_AUTH_TOKEN.'

export async function inspect(
  options: Config,
  dataDir: string,
): Promise<Inspection | Lost | string> {
  const file = join(dataDir, 'clinic.db')
  try {
    // An empty file too is left alone: opening it would write a header.
    if (!options.databaseUrl && !statSync(file, { throwIfNoEntry: false })?.size) {
      const lost = await findLeftoverOfLostDatabase(dataDir, options)
      return lost && !isRestorePending(dataDir) ? { lost } : 'new'
    }
    const url = options.databaseUrl ?? pathToFileURL(file).href
    const lock = join(dataDir, 'lock.db')
    const isLockable = !options.databaseUrl && isPresent(lock)
    const unlock = isLockable ? await lockFile(lock) : () => {}
    const found = await inspectDatabase(url, { authToken: options.databaseToken })
      .catch(refuseOtherProgram)
      .finally(unlock)
    const isEmpty = !options.databaseUrl && found.userCount === 0
    const lost = isEmpty ? await findNewestLeftover(dataDir, options) : null
    return lost ? { lost } : found
  } catch (cause) {
    if (cause instanceof OtherProgramError) return 'in other use'
    return cause instanceof DatabaseLockedError ? 'locked' : formatErrorLine(cause)
  }
}

class OtherProgramError extends Error {}

/** Who holds the database without the clinic's own lock is not a clinic queue. */
function refuseOtherProgram(cause: unknown): never {
  throw cause instanceof DatabaseLockedError ? new OtherProgramError() : cause
}

export function checkDatabase(
  options: Pick<Config, 'isDemo' | 'databaseUrl'>,
  inspection: Inspection | Lost | string,
  isAnswering: boolean,
): Finding[] {
  if (inspection === 'new') return [pass(TOPIC, 'none yet; the first start creates it')]
  if (inspection === 'closed') return []
  if (inspection === 'in other use') {
    const result = 'in use by another program, such as one that shows or copies databases'
    return [fail(TOPIC, result, 'Close that program.')]
  }
  if (inspection === 'locked') return [checkLocked(isAnswering)]
  if (typeof inspection === 'string') {
    const result = `it cannot be opened: ${inspection}`
    if (isSharedDatabase(options)) return [fail(TOPIC, result, SERVER_ADVICE)]
    return [fail(TOPIC, result, getPermissionAdvice(inspection) ?? FILE_ADVICE)]
  }
  if ('lost' in inspection) {
    const { what, advice } = inspection.lost
    return [fail(TOPIC, `missing or empty, but ${what}`, `${advice} ${ELSEWHERE_ADVICE}`)]
  }
  return [checkIntegrity(inspection), checkMigrations(inspection)]
}

function checkLocked(isAnswering: boolean) {
  if (isAnswering) {
    return pass(TOPIC, 'in use by the running program; stop it to check what is inside')
  }
  const advice = 'Stop the clinic queue and start it again. If it uses another port, add --port.'
  return fail(TOPIC, 'in use by a program that does not respond', advice)
}

function checkIntegrity({ integrityErrors, foreignKeyViolations }: Inspection) {
  if (integrityErrors.length === 0 && foreignKeyViolations === 0)
    return pass(TOPIC, 'not damaged, no broken references')
  const result =
    integrityErrors.length > 0
      ? `damaged: ${integrityErrors[0]}`
      : `${foreignKeyViolations} broken references`
  return fail(TOPIC, result, 'Copy the data folder, then restore the last backup.')
}

function checkMigrations({ missing, age }: Inspection) {
  if (age === 'foreign') {
    const result = 'not created by this program, or before its first release'
    return fail('schema', result, 'Choose the data folder of the clinic with --data-dir.')
  }
  if (age === 'unknown') {
    const result = 'there are tables, but no list of the migrations that made them'
    return fail('schema', result, 'Copy the data folder, then restore the last backup.')
  }
  if (age === 'newer') {
    const advice = 'Use that version, or a newer one.'
    return fail('schema', 'created by a newer version of this program', advice)
  }
  if (missing === 0) return pass('schema', 'up to date')
  return pass('schema', `${missing} migrations missing; the next start applies them`)
}

export function checkUsers({ userCount }: Pick<Inspection, 'userCount'>) {
  if (userCount > 0) return pass('users', String(userCount))
  const advice = 'Start the program: it creates the user admin and prints the password.'
  return fail('users', 'there are none, so nobody can sign in', advice)
}
