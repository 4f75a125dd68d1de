import { BUILT_IN_ADMIN } from '#domain/users/user'
import { resetPassword } from '../actions/change-password.ts'
import { openHouse } from '../bootstrap.ts'
import type { Options } from '../config/config.ts'
import { BadOption } from '../config/config-error.ts'
import { newPassword } from '../security/passwords.ts'

/** `reset-password <username>`: for whoever has this machine, and with it everything anyway. */
export async function resetAndTell(options: Options) {
  const username = options.operand
  const { clinic, database } = await openHouse(options)
  const password = newPassword()
  const isKnown = await resetPassword(clinic, username, password)
  await database.close()
  if (!isKnown) {
    throw new BadOption(
      `There is no user named ${username}. The first administrator's name is ${BUILT_IN_ADMIN}.`,
    )
  }
  const hint = username.toLowerCase() === BUILT_IN_ADMIN ? '' : ' Hand it over in person.'
  console.log(`The new password of ${username} is ${password}.${hint} Now start the program again.`)
  return 0
}
