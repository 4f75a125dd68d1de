import { z } from 'zod'
import { DISK_FULL_MESSAGE, isDiskFullError } from '#db/connection/errors'
import { COMMAND_LINE } from '#domain/audit/audit-entry'
import { DomainError } from '#domain/errors'
import { resetPassword } from '../actions/auth.ts'
import { createBackup } from '../actions/system/backups.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'
import { getStore } from '../queries/backups.ts'
import { removeUsedPassword } from '../security/passwords.ts'
import { record } from '../write.ts'
import { openLocalChannel } from './local-channel.ts'

const requestForm = z.discriminatedUnion('command', [
  z.object({ command: z.literal('address') }),
  z.object({ command: z.literal('backup') }),
  z.object({ command: z.literal('reset-password'), username: z.string() }),
])
type Request = z.infer<typeof requestForm>
export type LocalRequest = Exclude<Request, { command: 'address' }>

const outcomeForm = z.object({ result: z.string(), problem: z.string().optional() })
export const answerForm = z.union([outcomeForm, z.object({ error: z.string() })])
export type Outcome = z.infer<typeof outcomeForm>
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

export async function runCommand(app: App, request: LocalRequest): Promise<Outcome> {
  if (request.command === 'reset-password') {
    const result = await resetPassword(app, request.username)
    await removeUsedPassword(app)
    return { result }
  }
  getStore(app).assertIdle()
  await record(app, COMMAND_LINE, { action: 'backup started' })
  const result = await createBackup(app, 'manual')
  // Wait for the copy that the backup has started.
  await app.backupCopier?.copyNow()
  const { folder, failure } = app.backupCopier?.getStatus() ?? {}
  if (!failure) return { result }
  return { result, problem: `It was not copied to ${folder}: ${failure.because}.` }
}
