import { DomainError } from '../errors.ts'
import type {
  ChangedKey,
  Setting,
  SettingChange,
  Settings,
  SettingTexts,
} from '../settings-record.ts'
import { COLOR, COLOR_MODE, GRADIENT, NOT_ALLOWED, type SettingType } from './setting-types.ts'
import {
  getProblemAmong,
  getSettingProblem,
  listValues,
  omitUnchanged,
  resolveExclusive,
} from './settings.ts'
import { DERIVED_KEY, findKey, getRow, ORDERED, type SettingKey } from './settings-schema.ts'

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

const APPEARANCE: SettingType[] = [COLOR, COLOR_MODE, GRADIENT]

export function getChangedViews(keys: ChangedKey[]) {
  const isAppearance = keys.some(key => key !== 'media' && APPEARANCE.includes(getRow(key).type))
  return {
    themes: isAppearance || keys.includes('theme'),
    textGroups: isAppearance || keys.includes('clinicName') || keys.includes('marqueeText'),
  }
}
