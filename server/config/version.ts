import { version } from '../../package.json'

// compile.ts defines both in the single binary. They are undefined when run from source.
declare const BUILT_FROM: string
declare const BUILT_AT: string

export const PROGRAM_NAME = 'clinic-queue'

type Build = { version: string; commit: string | null; builtAt: string | null }

export const BUILD: Build = {
  version,
  commit: typeof BUILT_FROM === 'string' && BUILT_FROM !== '' ? BUILT_FROM : null,
  builtAt: typeof BUILT_AT === 'string' ? BUILT_AT : null,
}

export function describeBuild({ version, commit, builtAt }: Build = BUILD) {
  const build = builtAt === null ? 'from source' : `built ${builtAt.slice(0, 10)}`
  return `Version ${version}, ${build}${commit === null ? '' : `, commit ${commit}`}`
}

export function printVersion() {
  const { commit, builtAt } = BUILD
  const from = commit === null ? '' : `, commit ${commit}`
  const build = builtAt === null ? ', from source' : `, built ${builtAt}`
  console.log(`${PROGRAM_NAME} ${version}${from}${build}`)
  console.log(`Bun ${Bun.version}, ${process.platform} ${process.arch}`)
  return 0
}
