import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseLockedError } from '#db/connection/exclusive-lock'
import { type Inspection, inspectDatabase } from '#db/connection/inspect'
import type { Config } from '../../config/config.ts'
import { formatErrorLine } from '../../observability/log.ts'
import { type Finding, ok, problem } from './finding.ts'
import { HTTPS_HINT, type PortUser } from './port.ts'

const TOPIC = 'database'

/** What was seen inside, or why it could not be: nothing there yet, somebody has it, or a sentence. */
export async function inspect(options: Config, dataDir: string) {
  const file = join(dataDir, 'clinic.db')
  if (!options.databaseUrl && !existsSync(file)) return 'new'
  try {
    return await inspectDatabase(options.databaseUrl ?? pathToFileURL(file).href, {
      authToken: options.databaseToken,
    })
  } catch (cause) {
    return cause instanceof DatabaseLockedError ? 'taken' : formatErrorLine(cause)
  }
}

export function checkDatabase(seen: Inspection | string, answering: PortUser): Finding[] {
  if (seen === 'new') return [ok(TOPIC, 'none yet; the first start makes it')]
  if (seen === 'taken') return [checkLocked(answering)]
  if (typeof seen === 'string') {
    const doThis = 'If it is damaged, stop the program and restore the last backup.'
    return [problem(TOPIC, `it cannot be opened: ${seen}`, doThis)]
  }
  return [checkIntegrity(seen), checkMigrations(seen)]
}

function checkLocked(answering: PortUser) {
  if (answering === 'our program') {
    return ok(TOPIC, 'the running program has it and answers; stop it to look inside')
  }
  const doThis = `If it listens on another port, say so with --port. If not, end it and start anew.${HTTPS_HINT}`
  return problem(TOPIC, 'a program has it, and none of ours answers on this port', doThis)
}

function checkIntegrity({ faults, strays }: Inspection) {
  if (faults.length === 0 && strays === 0) return ok(TOPIC, 'whole, every reference holds')
  const is = faults.length > 0 ? `damaged: ${faults[0]}` : `${strays} references lead nowhere`
  return problem(TOPIC, is, 'Keep a copy of the data folder, then restore the last backup.')
}

function checkMigrations({ missing, isNewer }: Inspection) {
  if (isNewer) {
    const doThis = 'Use that version, or a newer one.'
    return problem('schema', 'made by a newer version of this program', doThis)
  }
  if (missing === 0) return ok('schema', 'current')
  return ok('schema', `${missing} migrations behind; the next start does them`)
}
