import { BUILT_IN_ADMIN, foldUsername } from '#domain/users/user'
import { resetPassword } from '../actions/auth.ts'
import { bootstrap } from '../bootstrap.ts'
import type { Config } from '../config/config.ts'
import { explainRefusal, getExistingDataDir } from './data-folder.ts'
import { runInRunningProgram } from './local-commands.ts'

/** `reset-password <username>`. Access to this machine is access to all data, so it asks for nothing more. */
export async function runResetPassword(options: Config) {
  const username = options.operand
  const dataDir = getExistingDataDir(options)
  const { result: password } = await explainRefusal(
    async () =>
      (await runInRunningProgram(dataDir, { command: 'reset-password', username })) ??
      (await resetInFile(options, username)),
  )
  const hint = foldUsername(username) === BUILT_IN_ADMIN ? '' : ' Hand it over in person.'
  console.log(`The new password of ${username} is ${password}.${hint}`)
  return 0
}

async function resetInFile(options: Config, username: string) {
  const { app, database } = await bootstrap(options)
  try {
    return { result: await resetPassword(app, username) }
  } finally {
    await database.close()
  }
}
