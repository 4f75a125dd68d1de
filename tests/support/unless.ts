import { describe, test } from 'bun:test'

/** Why something is not to be had on this machine; null if it is. */
export type Problem = string | null

/** A `describe` that is skipped for a problem, which its name then tells `bun run test`. */
export function describeUnless(problem: Problem) {
  if (problem === null) return describe
  return (name: string, body: () => void) => describe.skip(withProblem(name, problem), body)
}

/** A `test` that is skipped for a problem, which its name then tells `bun run test`. */
export function testUnless(problem: Problem) {
  if (problem === null) return test
  return (name: string, body: () => void | Promise<void>) =>
    test.skip(withProblem(name, problem), body)
}

function withProblem(name: string, problem: string) {
  return `${name} [skipped: ${problem}]`
}

export const findProgram = (name: string) =>
  // Debian's other users than root have no /usr/sbin in their PATH, where nginx is.
  Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin` })

/** A program that Debian's package of this name, or another, installs. */
export function getProgramProblem(name: string, packageName = name): Problem {
  return findProgram(name) ? null : `there is no ${name}: apt-get install ${packageName}`
}

export const rootProblem: Problem = process.getuid?.() === 0 ? null : 'only root can do this'
export const linuxProblem: Problem = process.platform === 'linux' ? null : 'only on Linux'
