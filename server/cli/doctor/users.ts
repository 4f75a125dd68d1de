import type { Inspection } from '#db/connection/inspect'
import { ok, problem } from './finding.ts'

export function checkUsers({ userCount }: Pick<Inspection, 'userCount'>) {
  if (userCount > 0) return ok('users', String(userCount))
  const advice = 'Start the program: it creates the user admin and prints the password.'
  return problem('users', 'there are none, so nobody can sign in', advice)
}
