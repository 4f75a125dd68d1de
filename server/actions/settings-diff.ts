import { Refusal } from '#domain/errors'
import { oneLine } from '#domain/plain-text'
import {
  type Setting,
  type Settings,
  settingProblem,
  withoutRival,
} from '#domain/settings/settings'
import { SAME_AS, SETTING_RULES, type SettingRule } from '#domain/settings/settings-schema'

export type SettingWish = Setting & { category: string }
export type SettingChange = Setting & Pick<SettingRule, 'category'>

/**
 * What a save really changes of the settings as they are: the last word about each key, without rivals.
 * Throws a Refusal that names the first key that may not be so.
 */
export function settingChanges(wishes: SettingWish[], current: Settings): SettingChange[] {
  const wanted = lastWords(wishes.map(allowed))
  const isChange = ({ key, value }: Setting) => current[key] !== value
  // Of two rivals that are both on, the one that was not on before was turned on last.
  const inOrder = [...wanted.filter(setting => !isChange(setting)), ...wanted.filter(isChange)]
  return withoutRival(inOrder).filter(isChange).map(withCategory)
}

function allowed(wish: SettingWish): Setting {
  const key = Object.hasOwn(SAME_AS, wish.key) ? (SAME_AS[wish.key] ?? wish.key) : wish.key
  const value = ruleOf(key)?.kind === 'text' ? oneLine(wish.value) : wish.value
  const problem = settingProblem({ ...wish, value })
  if (problem) throw new Refusal(problem, { status: 400, field: wish.key })
  return { key, value }
}

/** Each key once, where it was said last. */
function lastWords(settings: Setting[]): Setting[] {
  return settings.filter(({ key }, at) => settings.findLastIndex(one => one.key === key) === at)
}

function withCategory(setting: Setting): SettingChange {
  return { ...setting, category: ruleOf(setting.key)?.category ?? 'display' }
}

function ruleOf(key: string) {
  return Object.hasOwn(SETTING_RULES, key) ? SETTING_RULES[key] : undefined
}

/** Which views of the settings look different after these keys changed. */
export function changedViews(keys: string[]) {
  const kinds = keys.map(key => ruleOf(key)?.kind)
  const isLook = kinds.some(kind => kind === 'colour' || kind === 'gradient')
  const isMode = keys.some(key => key.endsWith('Mode') && ruleOf(key)?.category === 'display')
  return {
    themes: isLook || isMode || keys.includes('theme'),
    textGroups: isLook || isMode || keys.includes('clinicName') || keys.includes('marqueeText'),
  }
}

/** The media item that a logo setting names, or null. */
export function logoId(value: string) {
  const [, id] = /^\/api\/media\/(\d{1,15})\/file$/.exec(value) ?? []
  return id === undefined ? null : Number(id)
}
