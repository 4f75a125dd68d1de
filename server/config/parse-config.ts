import { parseArgs } from 'node:util'
import { ConfigError } from '../domain/errors.ts'
import { type Config, type Environment, type Flags, readConfig } from './config.ts'
import { FLAGS, type Flag, listVariables } from './flags.ts'
import { NO_SETTINGS, type ServiceSettings } from './service-settings.ts'

type Command = { name: string; operand?: string; flags: Flag[] }

const SERVING = ['serve', 'demo']

type ParsedConfig<C> = Config & { command: C; wantsHelp: boolean }

export function parseConfig<C extends Command>(
  argv: string[],
  env: Environment,
  commands: readonly [C, ...C[]],
  readService: () => ServiceSettings = () => NO_SETTINGS,
): ParsedConfig<C> {
  const { values, positionals } = parseFlags(resolveAlias(argv))
  const [name, ...operands] = positionals
  const command = findCommand(commands, name)
  const wantsHelp = values.help === true
  if (!wantsHelp) assertKnownArguments(command, operands, Object.keys(values))
  const isServing = SERVING.includes(command.name)
  const heedsSettings = !wantsHelp && command.flags.length > 0
  const isDemo = command.name === 'demo' || values.demo === true
  const service = heedsSettings && !isDemo ? readService() : NO_SETTINGS
  const all = heedsSettings ? { ...service.env, ...env } : {}
  const config = readConfig(values, all)
  const known = listVariables()
  const unknown = Object.keys(service.env).filter(name => all[name] && !known.includes(name))
  return {
    ...config,
    warnings: [
      ...service.warnings,
      ...unknown.map(name => `${name} is not one of the settings.`),
      ...config.warnings,
    ],
    command,
    operand: operands[0] ?? '',
    isServing,
    wantsHelp,
  }
}

const ALIASES = new Map([
  ['help', '--help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

function resolveAlias([first = '', ...others]: string[]) {
  return first ? [ALIASES.get(first) ?? first, ...others] : others
}

function parseFlags(args: string[]): { values: Flags; positionals: string[] } {
  const parsed = parseStrictly(args)
  // Reject an empty value, because a script's unset variable must not mean the default folder.
  const empty = Object.entries(parsed.values).find(([, value]) => value === '')
  if (empty) throw new ConfigError(`--${empty[0]} needs a value.`)
  return parsed
}

function parseStrictly(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: FLAGS })
  } catch (cause) {
    // The first sentence states the problem. The others are for programmers.
    const [sentence] = String(cause instanceof Error && cause.message).split(/\.?\n|\. /)
    throw new ConfigError(`${sentence}. --help lists all options.`)
  }
}

function findCommand<C extends Command>(
  commands: readonly [C, ...C[]],
  name: string = commands[0].name,
) {
  const command = commands.find(candidate => candidate.name === name)
  if (command) return command
  const names = commands.map(candidate => candidate.name)
  throw new ConfigError(
    `Unknown command: ${name}. The commands are ${names.join(', ')}. See --help.`,
  )
}

function assertKnownArguments(
  { name, operand, flags }: Command,
  operands: string[],
  flagNames: string[],
) {
  const unknownFlag = flagNames.find(flag => !flags.includes(flag as Flag))
  if (unknownFlag)
    throw new ConfigError(`${name} takes no --${unknownFlag}. ${name} --help lists its options.`)
  if (operand?.startsWith('<') && operands.length === 0) {
    throw new ConfigError(`${name} needs a ${operand.slice(1, -1)}.`)
  }
  const extra = operands[operand ? 1 : 0]
  if (extra !== undefined) throw new ConfigError(`${name} has an unexpected argument: "${extra}".`)
}
