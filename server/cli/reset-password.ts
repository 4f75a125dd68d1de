import { BUILT_IN_ADMIN } from '#domain/users/user'
import { resetPassword } from '../actions/auth.ts'
import { bootstrap } from '../bootstrap.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { generatePassword } from '../security/passwords.ts'

/** `reset-password <username>`. Access to this machine is access to all data, so it asks for nothing more. */
export async function runResetPassword(options: Config) {
  const username = options.operand
  const { app, database } = await bootstrap(options)
  const password = generatePassword()
  const isKnown = await resetPassword(app, username, password)
  await database.close()
  if (!isKnown) {
    throw new ConfigError(
      `There is no user named ${username}. The built-in administrator is ${BUILT_IN_ADMIN}.`,
    )
  }
  const hint = username.toLowerCase() === BUILT_IN_ADMIN ? '' : ' Hand it over in person.'
  console.log(`The new password of ${username} is ${password}.${hint} Now start the program again.`)
  return 0
}
