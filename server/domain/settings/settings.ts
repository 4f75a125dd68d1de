import type { Fact } from '../change.ts'
import { DomainError } from '../errors.ts'
import type {
  ChangedKey,
  Setting,
  SettingChange,
  Settings,
  SettingTexts,
} from '../settings-record.ts'
import { cleanText } from '../text.ts'
import type { Role } from '../users/user.ts'
import { SECTIONS } from './cards.ts'
import {
  COLOR,
  COLOR_MODE,
  GRADIENT,
  NOT_ALLOWED,
  type SettingRow,
  type SettingType,
} from './setting-types.ts'
import {
  ALIASES,
  DERIVED_KEY,
  EXCLUSIVE,
  findKey,
  getRow,
  ORDERED,
  SETTING_KEYS,
  type SettingKey,
  SHOWN_WITH,
} from './settings-schema.ts'

type Values = Partial<SettingTexts>

export function withDefaults(saved: Setting[]): Settings {
  const values = new Map(saved.map(({ key, value }) => [key, value]))
  const settings: Record<string, string> = {}
  for (const key of SETTING_KEYS) {
    const row = getRow(key)
    const value = values.get(key)
    settings[key] = value !== undefined && isUsable(value, row) ? value : row.default
  }
  for (const [alias, key = ''] of Object.entries(ALIASES)) settings[alias] = settings[key] ?? ''
  settings[DERIVED_KEY] = settings.dashboardMediaType === 'youtube' ? 'youtube' : 'image'
  // Safe: every key has a valid value now.
  return settings as Settings
}

export type SettingsReader = Role | 'tv'

const DESK_CARDS: readonly string[] = [...SECTIONS.queue.cards, ...SECTIONS.privacy.cards]

/** Returns the settings that the reader may have. A TV gets no settings of the desks. */
export function pickSettings(settings: Settings, reader: SettingsReader): Settings {
  const hidden = SETTING_KEYS.filter(key => !mayRead(key, reader))
  // Safe: a screen uses only settings that its reader has.
  return omit(settings, hidden) as Settings
}

function mayRead(key: SettingKey, reader: SettingsReader) {
  const { card = '', isForAdmins } = getRow(key)
  if (reader === 'tv') return !DESK_CARDS.includes(card)
  return reader === 'admin' || !isForAdmins
}

export function toSettingFact({ key, value }: Pick<SettingChange, 'key' | 'value'>) {
  return { kind: 'setting' as const, key, value, shows: getRow(key).shows ?? [] }
}

/** Replaces settings for administrators with a refetch, because all staff receive changes. */
export function hideAdminSettings<P>(facts: Fact<P>[]): Fact<P>[] {
  return facts.map(fact =>
    fact.kind === 'setting' && getRow(fact.key).isForAdmins ? { kind: 'all' } : fact,
  )
}

function omit<Values extends object>(values: Values, keys: string[]): Partial<Values> {
  const kept = Object.entries(values).filter(([key]) => !keys.includes(key))
  // Safe: every kept entry is one of the values.
  return Object.fromEntries(kept) as Partial<Values>
}

function isUsable(value: string, { type }: SettingRow) {
  return type.isValid(value) && !(type.isDefaultIfEmpty && cleanText(value) === '')
}

export function getSettingProblem({ key: name, value, category }: Setting & { category: string }) {
  const key = findKey(name)
  if (!key) return `Unknown setting: ${name}`
  const row = getRow(key)
  if (row.category !== category) return `${name} belongs to ${row.category}`
  const problem = getProblem(key, value)
  return problem === NOT_ALLOWED ? `${name} has a value that is not allowed` : problem
}

export function getProblem(key: SettingKey, value: string) {
  const { type } = getRow(key)
  return type.isValid(value) ? null : type.problem
}

/** Checks a value and its pair. A conflict is the problem of the pair's second setting. */
export function getProblemAmong(key: SettingKey, values: SettingTexts) {
  const [fromKey] = ORDERED.find(([, to]) => to === key) ?? []
  const order = fromKey ? getOrderProblem(values[fromKey], values[key]) : null
  return getProblem(key, values[key]) ?? order
}

function getOrderProblem(from: string, to: string) {
  if (from === '' && to === '') return null
  if (from === '' || to === '') return 'Enter both times, or neither'
  return from.replace('24:00', '00:00') === to ? `Enter another time than ${from}` : null
}

export function resolveExclusive(changes: Values): Values {
  const on = listValues(changes).findLast(
    ({ key, value }) => value === 'true' && EXCLUSIVE.includes(key),
  )
  const off = on ? EXCLUSIVE.filter(key => key !== on.key) : []
  return { ...changes, ...Object.fromEntries(off.map(key => [key, 'false'])) }
}

export function isShown(key: SettingKey, values: SettingTexts) {
  const isOn = (needed: SettingKey) => !['false', 'off'].includes(values[needed])
  return SHOWN_WITH[key]?.some(isOn) ?? true
}

export function listValues(values: Values) {
  return Object.entries(values).flatMap(([name, value]) => {
    const key = findKey(name)
    return key === name ? [{ key, value, category: getRow(key).category }] : []
  })
}

export function omitUnchanged(values: Values, from: Values): Values {
  const changed = listValues(values).filter(({ key, value }) => from[key] !== value)
  return Object.fromEntries(changed.map(({ key, value }) => [key, value]))
}

export type SettingInput = Setting & { category: string }

/** Returns each changed setting once, and resolves exclusive settings. Throws a DomainError. */
export function diffSettings(inputs: SettingInput[], current: Settings): SettingChange[] {
  const typed: Partial<SettingTexts> = {}
  for (const input of inputs) {
    if (input.key === DERIVED_KEY) continue
    const { key, value } = toValidSetting(input)
    // A repeated key takes its last position.
    delete typed[key]
    typed[key] = value
  }
  // If both exclusive settings are on, the setting that was off before wins.
  const changes = omitUnchanged(resolveExclusive(omitUnchanged(typed, current)), current)
  assertOrder(changes, current)
  return listValues(changes)
}

function assertOrder(changes: Partial<SettingTexts>, current: Settings) {
  const changed = ORDERED.filter(pair => pair.some(key => changes[key] !== undefined))
  for (const [, field] of changed) {
    const problem = getProblemAmong(field, { ...current, ...changes })
    if (problem) throw new DomainError(problem, { status: 400, field })
  }
}

function toValidSetting(input: SettingInput) {
  const key = findKey(input.key)
  const value = key ? getSavedValue(key, input.value) : input.value
  const problem = getSettingProblem({ ...input, value })
  if (key && problem === null) return { key, value }
  throw new DomainError(problem ?? NOT_ALLOWED, { status: 400, field: input.key })
}

function getSavedValue(key: SettingKey, typed: string) {
  const row = getRow(key)
  const value = row.type.clean?.(typed) ?? typed
  return row.type.isDefaultIfEmpty ? value || row.default : value
}

export function getChangedViews(keys: ChangedKey[]) {
  const appearance: SettingType[] = [COLOR, COLOR_MODE, GRADIENT]
  const isAppearance = keys.some(key => key !== 'media' && appearance.includes(getRow(key).type))
  return {
    themes: isAppearance || keys.includes('theme'),
    textGroups: isAppearance || keys.includes('clinicName') || keys.includes('marqueeText'),
  }
}
