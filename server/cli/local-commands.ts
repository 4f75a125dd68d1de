import { z } from 'zod'
import { DISK_FULL_MESSAGE, isDiskFullError } from '#db/connection/errors'
import { COMMAND_LINE } from '#domain/audit/audit-entry'
import { DomainError } from '#domain/errors'
import { isFoldedAlike } from '#domain/fold'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import { resetPassword } from '../actions/auth.ts'
import { createBackup } from '../actions/system/backups.ts'
import { bootstrap } from '../bootstrap.ts'
import type { Config } from '../config/config.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { getStore } from '../queries/backups.ts'
import { removeUsedPassword } from '../security/passwords.ts'
import { record } from '../write.ts'
import { assertLocalData, getExistingDataDir } from './data-folder.ts'
import { askLocalChannel, openLocalChannel } from './local-channel.ts'

const requestForm = z.discriminatedUnion('command', [
  z.object({ command: z.literal('address') }),
  z.object({ command: z.literal('backup') }),
  z.object({ command: z.literal('reset-password'), username: z.string() }),
])
type Request = z.infer<typeof requestForm>
type LocalRequest = Exclude<Request, { command: 'address' }>

const outcomeForm = z.object({ result: z.string(), problem: z.string().optional() })
const answerForm = z.union([outcomeForm, z.object({ error: z.string() })])
type Outcome = z.infer<typeof outcomeForm>
type Answer = z.infer<typeof answerForm>

export function listenForLocalCommands(app: App, dataDir: string, address: string) {
  try {
    return openLocalChannel(dataDir, async request => {
      const command = requestForm.safeParse(await request.json().catch(() => null))
      if (!command.success) return Response.json({ error: 'Unknown command.' }, { status: 400 })
      return Response.json(await respond(app, command.data, address))
    })
  } catch (cause) {
    app.log('warn', 'local commands unavailable', describeError(cause))
    return () => {}
  }
}

/** Completes the work even if the caller disconnects in the meantime. */
async function respond(app: App, request: Request, address: string): Promise<Answer> {
  try {
    return request.command === 'address' ? { result: address } : await runCommand(app, request)
  } catch (cause) {
    if (cause instanceof DomainError) return { error: cause.message }
    app.log('error', 'local command failed', describeError(cause))
    if (isDiskFullError(cause)) return { error: DISK_FULL_MESSAGE }
    return { error: 'This failed. The log of the program says why.' }
  }
}

async function runCommand(app: App, request: LocalRequest): Promise<Outcome> {
  if (request.command === 'reset-password') {
    const result = await resetPassword(app, request.username)
    await removeUsedPassword(app)
    return { result }
  }
  getStore(app).assertIdle()
  await record(app, COMMAND_LINE, { action: 'backup started' })
  const result = await createBackup(app, 'manual')
  await app.backupCopier?.copyNow()
  const { folder, failure } = app.backupCopier?.getStatus() ?? {}
  if (!failure) return { result }
  return { result, problem: `It was not copied to ${folder}: ${failure.because}.` }
}

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
  const outcome = await askRunningProgram(getExistingDataDir(options), request)
  if (outcome) return outcome
  const { app, database } = await bootstrap(options)
  return runCommand(app, request).finally(database.close)
}

/** Returns where the folder's program listens. Null if none runs, or if it is version 1.0.0. */
export async function findRunningAddress(dataDir: string) {
  const asking = askRunningProgram(dataDir, { command: 'address' }, ADDRESS_TIMEOUT_MS)
  const answer = await asking.catch(() => null)
  if (!answer || !URL.canParse(answer.result)) return null
  const { hostname, port, protocol } = new URL(answer.result)
  const standard = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || standard }
}

async function askRunningProgram(
  dataDir: string,
  request: Request,
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
