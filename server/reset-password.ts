import { BUILT_IN_ADMIN } from '#clinic/user'
import { resetPassword } from './actions/change-password.ts'
import { newPassword } from './actions/passwords.ts'
import { BadOption } from './bad-option.ts'
import { openHouse } from './open-house.ts'
import type { Options } from './options.ts'

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
