import { DomainError } from '../errors.ts'
import { cleanText } from '../names.ts'
import type { Setting, SettingChange, Settings } from '../settings-record.ts'
import { toOneLine } from '../text.ts'
import { formatGradient, parseGradient } from './gradient.ts'
import { COLOR, GRADIENT, LINE, TEXT, TITLE } from './setting-types.ts'
import { getSettingProblem, resolveExclusive } from './settings.ts'
import { DERIVED_KEY, findRule, type SettingRule } from './settings-schema.ts'

export type SettingInput = Setting & { category: string }

/** Each changed key once; of two that exclude each other one stays on. Throws a DomainError. */
export function diffSettings(inputs: SettingInput[], current: Settings): SettingChange[] {
  const savable = inputs.filter(({ key }) => key !== DERIVED_KEY)
  const settings = keepLastPerKey(savable.map(toValidSetting))
  const isChange = ({ key, value }: Setting) => current[key] !== value
  // Of two that exclude each other, the one that was off before was turned on last and wins.
  const inOrder = [...settings.filter(setting => !isChange(setting)), ...settings.filter(isChange)]
  return resolveExclusive(inOrder).filter(isChange).map(withCategory)
}

function toValidSetting(input: SettingInput): Setting {
  const rule = findRule(input.key)
  const value = getSavedValue(rule, input.value)
  const problem = getSettingProblem({ ...input, value })
  if (problem) throw new DomainError(problem, { status: 400, field: input.key })
  return { key: rule?.key ?? input.key, value }
}

function getSavedValue(rule: SettingRule | undefined, typed: string) {
  if (rule?.type === GRADIENT) {
    const gradient = parseGradient(typed)
    return gradient ? formatGradient(gradient) : typed
  }
  if (!rule || ![TEXT, TITLE, LINE].includes(rule.type)) return typed
  return rule.type === TITLE ? cleanText(typed) || rule.fallback : toOneLine(typed)
}

function keepLastPerKey(settings: Setting[]): Setting[] {
  return settings.filter(
    ({ key }, index) => settings.findLastIndex(other => other.key === key) === index,
  )
}

function withCategory(setting: Setting): SettingChange {
  return { ...setting, category: findRule(setting.key)?.category ?? 'display' }
}

export function getChangedViews(keys: string[]) {
  const types = keys.map(key => findRule(key)?.type)
  const isAppearance = types.some(type => type === COLOR || type === GRADIENT)
  const isMode = keys.some(key => key.endsWith('Mode') && findRule(key)?.category === 'display')
  return {
    themes: isAppearance || isMode || keys.includes('theme'),
    textGroups:
      isAppearance || isMode || keys.includes('clinicName') || keys.includes('marqueeText'),
  }
}
