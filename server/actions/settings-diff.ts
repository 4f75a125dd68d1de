import { DomainError } from '#domain/errors'
import {
  resolveExclusive,
  type Setting,
  type Settings,
  validateSetting,
} from '#domain/settings/settings'
import { ALIASES, SETTINGS_SCHEMA, type SettingRule } from '#domain/settings/settings-schema'
import { toOneLine } from '#domain/text'

export type SettingInput = Setting & { category: string }
export type SettingChange = Setting & Pick<SettingRule, 'category'>

/**
 * What a save really changes of the settings as they are: the last word about each key, without rivals.
 * Throws a Refusal that names the first key that may not be so.
 */
export function diffSettings(inputs: SettingInput[], current: Settings): SettingChange[] {
  const wanted = keepLastPerKey(inputs.map(toValidSetting))
  const isChange = ({ key, value }: Setting) => current[key] !== value
  // Of two rivals that are both on, the one that was not on before was turned on last.
  const inOrder = [...wanted.filter(setting => !isChange(setting)), ...wanted.filter(isChange)]
  return resolveExclusive(inOrder).filter(isChange).map(withCategory)
}

function toValidSetting(input: SettingInput): Setting {
  const key = Object.hasOwn(ALIASES, input.key) ? (ALIASES[input.key] ?? input.key) : input.key
  const value = getRule(key)?.kind === 'text' ? toOneLine(input.value) : input.value
  const problem = validateSetting({ ...input, value })
  if (problem) throw new DomainError(problem, { status: 400, field: input.key })
  return { key, value }
}

/** Each key once, where it was said last. */
function keepLastPerKey(settings: Setting[]): Setting[] {
  return settings.filter(({ key }, at) => settings.findLastIndex(one => one.key === key) === at)
}

function withCategory(setting: Setting): SettingChange {
  return { ...setting, category: getRule(setting.key)?.category ?? 'display' }
}

function getRule(key: string) {
  return Object.hasOwn(SETTINGS_SCHEMA, key) ? SETTINGS_SCHEMA[key] : undefined
}

/** Which views of the settings look different after these keys changed. */
export function getChangedViews(keys: string[]) {
  const kinds = keys.map(key => getRule(key)?.kind)
  const isLook = kinds.some(kind => kind === 'colour' || kind === 'gradient')
  const isMode = keys.some(key => key.endsWith('Mode') && getRule(key)?.category === 'display')
  return {
    themes: isLook || isMode || keys.includes('theme'),
    textGroups: isLook || isMode || keys.includes('clinicName') || keys.includes('marqueeText'),
  }
}

/** The media item that a logo setting names, or null. */
export function parseLogoId(value: string) {
  const [, id] = /^\/api\/media\/(\d{1,15})\/file$/.exec(value) ?? []
  return id === undefined ? null : Number(id)
}
