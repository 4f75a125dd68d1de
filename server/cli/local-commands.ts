import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DomainError } from '#domain/errors'
import { resetPassword } from '../actions/auth.ts'
import { createBackup } from '../actions/backups.ts'
import type { App } from '../context.ts'
import { describeError } from '../observability/log.ts'

/** In the data folder, so that only who may read the data can use it. */
const SOCKET = 'control.sock'
const BACKUP_TIMEOUT_MS = 60 * 60_000

const requestForm = z.discriminatedUnion('command', [
  z.object({ command: z.literal('backup') }),
  z.object({ command: z.literal('reset-password'), username: z.string() }),
])
type LocalRequest = z.infer<typeof requestForm>

/** What a command returns: a backup's path, or a new password. */
const responseForm = z.union([z.object({ result: z.string() }), z.object({ error: z.string() })])

/**
 * Carries out commands of this machine while the program has the database open. Only for the process that holds
 * the data folder: it takes over a socket that a killed process left behind.
 */
export function listenForLocalCommands(app: App, dataDir: string) {
  const path = join(dataDir, SOCKET)
  try {
    rmSync(path, { force: true })
    const server = Bun.serve({
      unix: path,
      async fetch(request, server) {
        // A backup takes as long as it takes.
        server.timeout(request, 0)
        return Response.json(await respond(app, await request.json()))
      },
    })
    return () => {
      void server.stop(true)
      rmSync(path, { force: true })
    }
  } catch (cause) {
    app.log('warn', 'local commands unavailable', describeError(cause))
    return () => {}
  }
}

async function respond(app: App, body: unknown): Promise<z.infer<typeof responseForm>> {
  try {
    return { result: await runCommand(app, requestForm.parse(body)) }
  } catch (cause) {
    if (cause instanceof DomainError) return { error: cause.message }
    app.log('error', 'local command failed', describeError(cause))
    return { error: 'This failed. The log of the program says why.' }
  }
}

async function runCommand(app: App, request: LocalRequest) {
  if (request.command === 'backup') return createBackup(app, 'manual')
  return resetPassword(app, request.username)
}

/** Asks the running program. Null if none runs on this folder; throws a DomainError with its refusal. */
export async function runInRunningProgram(dataDir: string, request: LocalRequest) {
  const response = await fetch('http://localhost/', {
    unix: join(dataDir, SOCKET),
    method: 'POST',
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(BACKUP_TIMEOUT_MS),
  }).catch(() => null)
  if (!response) return null
  const reply = responseForm.parse(await response.json())
  if ('error' in reply) throw new DomainError(reply.error)
  return reply.result
}
