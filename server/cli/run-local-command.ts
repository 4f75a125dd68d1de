import { DomainError } from '#domain/errors'
import { isFoldedAlike } from '#domain/fold'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import { bootstrap } from '../bootstrap.ts'
import type { Config } from '../config/config.ts'
import { assertLocalData, getExistingDataDir } from './data-folder.ts'
import { askLocalChannel } from './local-channel.ts'
import { answerForm, type LocalRequest, type Outcome, runCommand } from './local-commands.ts'
import { sayWhenInterrupted } from './say-when-interrupted.ts'

const BACKUP_TIMEOUT_MS = 60 * 60_000
const ADDRESS_TIMEOUT_MS = 3_000
const NO_ANSWER = 'The program has not answered for an hour. Its log says what became of it.'
const STOPPED = 'The program stopped before this was done. Its log says why.'

export async function runBackup(options: Config) {
  assertLocalData(options)
  const { result, problem } = await runHereOrThere(options, { command: 'backup' })
  console.log(`The backup is ${result}`)
  if (!problem) return 0
  console.error(problem)
  return 1
}

/** Asks only for the username, because access to this machine is access to all data. */
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
  const endListening = sayWhenInterrupted(
    () => 'Interrupted. If the program runs, it goes on with this.',
  )
  const outcome = await askRunningProgram(getExistingDataDir(options), request)
  endListening()
  if (outcome) return outcome
  sayWhenInterrupted(() => 'Interrupted before this was done.')
  const { app, database } = await bootstrap(options)
  return runCommand(app, request).finally(database.close)
}

/** Returns where the folder's program listens. Null if none runs, or if it is version 1.0.0. */
export async function findRunningAddress(dataDir: string) {
  const request = { command: 'address' } as const
  const answer = await askRunningProgram(dataDir, request, ADDRESS_TIMEOUT_MS).catch(() => null)
  if (!answer || !URL.canParse(answer.result)) return null
  const { hostname, port, protocol } = new URL(answer.result)
  const standard = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || standard }
}

async function askRunningProgram(
  dataDir: string,
  request: LocalRequest | { command: 'address' },
  timeoutMs = BACKUP_TIMEOUT_MS,
): Promise<Outcome | null> {
  const body = JSON.stringify(request)
  const response = await askLocalChannel(dataDir, body, timeoutMs).catch(cause => {
    throw new DomainError(cause.name === 'TimeoutError' ? NO_ANSWER : STOPPED)
  })
  if (!response) return null
  const answer = answerForm.parse(await response.json())
  if ('error' in answer) throw new DomainError(answer.error)
  return answer
}
