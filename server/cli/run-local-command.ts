import { DomainError } from '#domain/errors'
import { isFoldedAlike } from '#domain/fold'
import { pluralize } from '#domain/text'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import { bootstrap } from '../bootstrap.ts'
import type { Config } from '../config/config.ts'
import { readLines } from '../storage/backup/worker-client.ts'
import { assertLocalData, getExistingDataDir } from './data-folder.ts'
import { askLocalChannel } from './local-channel.ts'
import { type LocalRequest, lineForm, type Outcome, runCommand } from './local-commands.ts'
import { createProgressPrinter, type ProgressPrinter } from './print-progress.ts'
import { sayWhenInterrupted } from './say-when-interrupted.ts'

const BACKUP_TIMEOUT_MS = 60 * 60_000
const ADDRESS_TIMEOUT_MS = 3_000
const NO_ANSWER = 'The program has not answered for an hour. Its log says what became of it.'

export async function runBackup(options: Config) {
  assertLocalData(options)
  const { result, problem } = await runHereOrThere(options, { command: 'backup' })
  console.log(`The backup is ${result}`)
  if (!problem) return 0
  console.error(problem)
  return 1
}

export async function runBacktest(options: Config) {
  console.log((await runHereOrThere(options, { command: 'backtest' })).result)
  return 0
}

export async function runRebuildReports(options: Config) {
  const { result, problem } = await runHereOrThere(options, { command: 'rebuild-reports' })
  console.log(`Counted anew: ${pluralize(Number(result), 'day')}`)
  if (!problem) return 0
  console.error(problem)
  return 1
}

/** Access to this machine is access to all data, so it asks for nothing more than the username. */
export async function runResetPassword(options: Config) {
  const username = options.operand
  const { result: password } = await runHereOrThere(options, {
    command: 'reset-password',
    username,
  })
  const hint = isFoldedAlike(username, BUILT_IN_ADMIN) ? '' : ' Hand it over in person.'
  console.log(`The new password of ${username} is ${password}.${hint}`)
  return 0
}

async function runHereOrThere(options: Config, request: LocalRequest): Promise<Outcome> {
  const printer = createProgressPrinter()
  const endListening = sayWhenInterrupted(
    () => 'Interrupted. If the program runs, it goes on with this.',
  )
  const outcome = await askRunningProgram(getExistingDataDir(options), request, printer)
  endListening()
  if (outcome) return outcome
  sayWhenInterrupted(() => 'Interrupted before this was done.')
  const { app, database } = await bootstrap(options)
  try {
    return await runCommand(app, request, printer.print)
  } finally {
    printer.end()
    await database.close()
  }
}

/** Where the program that has this folder listens; null if none runs, or one of version 1.0.0. */
export async function findRunningAddress(dataDir: string) {
  const printer = createProgressPrinter()
  const answer = await askRunningProgram(
    dataDir,
    { command: 'address' },
    printer,
    ADDRESS_TIMEOUT_MS,
  ).catch(() => null)
  if (!answer || !URL.canParse(answer.result)) return null
  const { hostname, port, protocol } = new URL(answer.result)
  const standard = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || standard }
}

async function askRunningProgram(
  dataDir: string,
  request: LocalRequest | { command: 'address' },
  printer: ProgressPrinter,
  timeoutMs = BACKUP_TIMEOUT_MS,
): Promise<Outcome | null> {
  const body = JSON.stringify(request)
  const response = await askLocalChannel(dataDir, body, timeoutMs).catch(cause => {
    throw cause.name === 'TimeoutError' ? new DomainError(NO_ANSWER) : cause
  })
  if (!response?.body) return null
  try {
    for await (const text of readLines(response.body as unknown as AsyncIterable<Uint8Array>)) {
      const line = lineForm.parse(JSON.parse(text))
      if ('error' in line) throw new DomainError(line.error)
      if (!('progress' in line)) return line
      printer.print(line.progress)
    }
  } finally {
    printer.end()
  }
  throw new DomainError('The program stopped before this was done. Its log says why.')
}
