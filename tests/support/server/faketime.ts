import { Glob } from 'bun'
import type { Problem } from '../unless.ts'

const [LIBRARY] = new Glob('/usr/lib/*/faketime/libfaketimeMT.so.1').scanSync({ onlyFiles: false })

/** Why no program can be given another date; null if one can. */
export const faketimeProblem: Problem = LIBRARY
  ? null
  : 'there is no faketime: apt-get install faketime'

/** The environment of a program whose clock differs by `offset`, such as '+40d'. */
export function withClock(offset: string): Record<string, string> {
  return { LD_PRELOAD: LIBRARY ?? '', FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
