import { parseArgs } from 'node:util'
import { type Config, type Environment, readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { FLAGS, type Flag } from './flags.ts'

type Command = { name: string; operand?: string; flags: Flag[] }

const SERVING = ['serve', 'demo']

type ParsedConfig<C> = Config & { command: C; wantsHelp: boolean }

export function parseConfig<C extends Command>(
  argv: string[],
  env: Environment,
  commands: readonly [C, ...C[]],
): ParsedConfig<C> {
  const { values, positionals } = parseFlags(resolveAlias(argv))
  const [name, ...operands] = positionals
  const command = findCommand(commands, name)
  const wantsHelp = values.help ?? false
  if (!wantsHelp) assertKnownArguments(command, operands, Object.keys(values))
  const isServing = SERVING.includes(command.name)
  return { ...readConfig(values, env), command, operand: operands[0] ?? '', isServing, wantsHelp }
}

const ALIASES = new Map([
  ['help', '--help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

function resolveAlias([first = '', ...others]: string[]) {
  return first ? [ALIASES.get(first) ?? first, ...others] : others
}

function parseFlags(argv: string[]) {
  try {
    return parseArgs({ args: argv, allowPositionals: true, options: FLAGS })
  } catch (cause) {
    const [sentence] = `${cause instanceof Error ? cause.message : cause}`.split(/\.\s/)
    throw new ConfigError(`${sentence}. --help lists all options.`)
  }
}

function findCommand<C extends Command>(
  commands: readonly [C, ...C[]],
  name: string = commands[0].name,
) {
  const command = commands.find(candidate => candidate.name === name)
  if (command) return command
  const names = commands.map(candidate => candidate.name).join(', ')
  throw new ConfigError(`Unknown command: ${name}. The commands are ${names}. See --help.`)
}

function assertKnownArguments(
  { name, operand, flags }: Command,
  operands: string[],
  flagNames: string[],
) {
  const unknownFlag = flagNames.find(flag => !flags.includes(flag as Flag))
  if (unknownFlag)
    throw new ConfigError(`${name} takes no --${unknownFlag}. ${name} --help lists its options.`)
  if (operand && operands.length === 0) {
    throw new ConfigError(`${name} needs a ${operand.slice(1, -1)}.`)
  }
  const extra = operands[operand ? 1 : 0]
  if (extra !== undefined) throw new ConfigError(`${name} has an unexpected argument: "${extra}".`)
}
