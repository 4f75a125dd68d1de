import { z } from 'zod'
import { DISK_FULL_MESSAGE, isDiskFullError } from '#db/connection/errors'
import { COMMAND_LINE } from '#domain/audit/audit-entry'
import type { Progress } from '#domain/backups/backups'
import { DomainError } from '#domain/errors'
import { resetPassword } from '../actions/auth.ts'
import { rebuildReports } from '../actions/reports.ts'
import { record } from '../actions/system/audit.ts'
import { createBackup } from '../actions/system/backups.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { getStore } from '../queries/backups.ts'
import { backtest } from '../queries/waiting/backtest.ts'
import { removeUsedPassword } from '../security/initial-password.ts'
import { openLocalChannel } from './local-channel.ts'

const requestForm = z.discriminatedUnion('command', [
  z.object({ command: z.literal('address') }),
  z.object({ command: z.literal('backup') }),
  z.object({ command: z.literal('backtest') }),
  z.object({ command: z.literal('rebuild-reports') }),
  z.object({ command: z.literal('reset-password'), username: z.string() }),
])
type Request = z.infer<typeof requestForm>
export type LocalRequest = Exclude<Request, { command: 'address' }>

const outcomeForm = z.object({ result: z.string(), problem: z.string().optional() })
export const lineForm = z.union([
  z.object({ progress: z.object({ doing: z.string(), percent: z.number() }) }),
  outcomeForm,
  z.object({ error: z.string() }),
])
export type Outcome = z.infer<typeof outcomeForm>
type LocalLine = z.infer<typeof lineForm>
type OnProgress = (progress: Progress) => void

export function listenForLocalCommands(app: App, dataDir: string, address: string) {
  try {
    return openLocalChannel(dataDir, async request => {
      const command = requestForm.safeParse(await request.json().catch(() => null))
      if (!command.success) return Response.json({ error: 'Unknown command.' }, { status: 400 })
      return new Response(streamLines(app, command.data, address))
    })
  } catch (cause) {
    app.log('warn', 'local commands unavailable', describeError(cause))
    return () => {}
  }
}

/** The caller may give up before the work has ended, which goes on. */
function streamLines(app: App, request: Request, address: string) {
  let isRead = true
  return new ReadableStream<string>({
    async start(stream) {
      const send = (line: LocalLine) => isRead && stream.enqueue(`${JSON.stringify(line)}\n`)
      if (request.command === 'address') send({ result: address })
      else send(await respond(app, request, progress => send({ progress })))
      if (isRead) stream.close()
    },
    cancel() {
      isRead = false
    },
  })
}

async function respond(
  app: App,
  request: LocalRequest,
  onProgress: OnProgress,
): Promise<LocalLine> {
  try {
    return await runCommand(app, request, onProgress)
  } catch (cause) {
    if (cause instanceof DomainError) return { error: cause.message }
    app.log('error', 'local command failed', describeError(cause))
    if (isDiskFullError(cause)) return { error: DISK_FULL_MESSAGE }
    return { error: 'This failed. The log of the program says why.' }
  }
}

export async function runCommand(
  app: App,
  request: LocalRequest,
  onProgress: OnProgress,
): Promise<Outcome> {
  if (request.command === 'reset-password') {
    const result = await resetPassword(app, request.username)
    await removeUsedPassword(app)
    return { result }
  }
  if (request.command === 'backtest') return { result: await backtest(app) }
  if (request.command === 'rebuild-reports') {
    const { count, failed } = await rebuildReports(app, onProgress)
    const result = String(count)
    if (failed.length === 0) return { result }
    return { result, problem: `Not counted: ${failed.join(', ')}. The log says why.` }
  }
  getStore(app).assertIdle()
  await record(app, COMMAND_LINE, { action: 'backup started' })
  const result = await createBackup(app, 'manual', onProgress)
  // This waits for the copy that the backup has started.
  await app.backupCopier?.copyNow()
  const { folder, failure } = app.backupCopier?.getStatus() ?? {}
  if (!failure) return { result }
  return { result, problem: `It was not copied to ${folder}: ${failure.because}.` }
}
