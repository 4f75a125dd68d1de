import { parseArgs } from 'node:util'
import { type Config, type Environment, type Flags, readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { findClosest, simplify } from './find-closest.ts'
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
  const { values, positionals } = parseFlags(joinValues(resolveAlias(argv)))
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
  const misspelt = findMisspelt(all, Object.keys(service.env))
  return {
    ...config,
    warnings: [...service.warnings, ...misspelt, ...config.warnings],
    command,
    operand: operands[0] ?? '',
    isServing,
    wantsHelp,
  }
}

/** So that a value may begin with a hyphen, and one that is missing is noticed. */
function joinValues(argv: string[]) {
  const joined: string[] = []
  for (let index = 0; index < argv.length; index++) {
    const arg = argv[index] ?? ''
    const flag = arg.startsWith('--') ? findFlag(arg.slice(2)) : undefined
    const next = argv[index + 1]
    if (flag?.type !== 'string') joined.push(arg)
    else if (next === undefined || next.startsWith('--')) joined.push(`${arg}=`)
    else {
      joined.push(`${arg}=${next}`)
      index++
    }
  }
  return joined
}

/** A name of the service's file that means nothing, and any that is nearly right. */
function findMisspelt(env: Environment, ofService: string[]) {
  const known = listVariables()
  const names = Object.keys(env).filter(name => env[name] && !known.includes(name))
  return names.flatMap(name => {
    const close = findClosest(name, known, MAX_TYPING_ERRORS)
    const isMeant = close !== null && (name.length > 8 || simplify(name) === simplify(close))
    if (!isMeant && !ofService.includes(name)) return []
    return `${name} is not one of the settings.${isMeant ? ` Did you mean ${close}?` : ''}`
  })
}

/** The environment has many names that are others' business, such as XDG_DATA_DIRS. */
const MAX_TYPING_ERRORS = 2

const ALIASES = new Map([
  ['help', '--help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

function resolveAlias([first = '', ...others]: string[]) {
  return first ? [ALIASES.get(first) ?? first, ...others] : others
}

function parseFlags(argv: string[]) {
  const { tokens, values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: FLAGS,
  })
  const seen = new Map<string, string | undefined>()
  for (const token of tokens) {
    if (token.kind === 'option') assertFlag(token, seen)
  }
  return { values: values as Flags, positionals }
}

type Token = { name: string; rawName: string; value?: string | undefined }

function assertFlag({ name, rawName, value }: Token, seen: Map<string, string | undefined>) {
  const flag = findFlag(name)
  if (!flag) {
    throw new ConfigError(
      `Unknown option: ${rawName}.${suggest(name, Object.keys(FLAGS), '--')} --help lists all options.`,
    )
  }
  if (seen.has(name) && seen.get(name) !== value) {
    throw new ConfigError(`${rawName} is given twice, as "${seen.get(name)}" and "${value}".`)
  }
  if (flag.type === 'string' && !value) {
    throw new ConfigError(`${rawName} needs a value: ${rawName}${flag.value}`)
  }
  if (flag.type === 'boolean' && value !== undefined) {
    throw new ConfigError(`${rawName} takes no value.`)
  }
  seen.set(name, value)
}

function findFlag(name: string) {
  return Object.hasOwn(FLAGS, name) ? FLAGS[name as Flag] : undefined
}

function suggest(word: string, candidates: string[], prefix = '') {
  const close = findClosest(word, candidates)
  return close ? ` Did you mean ${prefix}${close}?` : ''
}

function findCommand<C extends Command>(
  commands: readonly [C, ...C[]],
  name: string = commands[0].name,
) {
  const command = commands.find(candidate => candidate.name === name)
  if (command) return command
  const names = commands.map(candidate => candidate.name)
  throw new ConfigError(
    `Unknown command: ${name}.${suggest(name, names)} The commands are ${names.join(', ')}. See --help.`,
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
