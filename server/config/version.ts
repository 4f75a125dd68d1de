import { version } from '../../package.json'

// Written into the single binary by compile.ts; the sources know neither.
declare const BUILT_FROM: string
declare const BUILT_AT: string

export const PROGRAM_NAME = 'clinic-queue'

export const BUILD = {
  version,
  commit: typeof BUILT_FROM === 'string' && BUILT_FROM !== '' ? BUILT_FROM : null,
  /** ISO 8601 in UTC. */
  builtAt: typeof BUILT_AT === 'string' ? BUILT_AT : null,
}

export function printVersion() {
  const { commit, builtAt } = BUILD
  const from = commit === null ? '' : `, commit ${commit}`
  const made = builtAt === null ? ', from its sources' : `, built ${builtAt}`
  console.log(`${PROGRAM_NAME} ${version}${from}${made}`)
  console.log(`Bun ${Bun.version}, ${process.platform} ${process.arch}`)
  return 0
}
