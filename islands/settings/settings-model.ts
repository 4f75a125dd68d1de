import { computed, signal } from '@preact/signals-react'
import { type Settings, validateSetting, withDefaults } from '#domain/settings/settings'
import { toSettingsRecord } from '#domain/settings/settings-record'
import { SETTINGS_SCHEMA } from '#domain/settings/settings-schema'
import { api, getClientErrorMessage, unwrap, withIdempotencyKey } from '../data/api.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toast, toastError } from '../data/toasts.ts'

type Group = 'display' | 'sound'

/** Prayer times and weather use the same space on the display. */
const EXCLUSIVE_WITH: Record<string, string> = {
  showPrayerTimes: 'showWeather',
  showWeather: 'showPrayerTimes',
}

/** The server's settings with unsaved edits applied; a change on the server keeps the edits. */
export function createSettingsModel(initial: Settings) {
  const saved = query('settings', fetchSettings, initial, {
    every: POLL_MS.settings,
    onlyWithoutLive: true,
  })
  const drafts = signal<Settings>({})
  const saving = signal<Group | null>(null)

  const edited = computed<Settings>(() => ({ ...saved.data.value, ...drafts.value }))
  /** Replaces invalid edits by defaults, so that they never reach a style. */
  const shown = computed(() =>
    withDefaults(Object.entries(edited.value).map(([key, value]) => ({ key, value }))),
  )
  const unsaved = computed(() => Object.keys(drafts.value))

  function edit(changes: Settings) {
    const next = { ...drafts.value, ...changes }
    for (const [key, value] of Object.entries(changes)) {
      const excluded = value === 'true' ? EXCLUSIVE_WITH[key] : undefined
      if (excluded) next[excluded] = 'false'
    }
    drafts.value = omitUnchanged(next, saved.data.value)
  }

  /** Saves every setting of the group. Resolves to whether it succeeded. */
  async function save(group: Group) {
    if (saving.value !== null) return false
    saving.value = group
    const sent = edited.value
    try {
      const settings = getGroupSettings(group).map(({ key, category }) => ({
        key,
        category,
        value: sent[key] ?? '',
      }))
      const response = await unwrap(api.settings.$put({ json: { settings } }, withIdempotencyKey()))
      saved.set(() => toSettingsRecord(response))
      clearDrafts(group, sent)
      toast('Settings saved successfully')
      return true
    } catch (cause) {
      toastError('Error', getClientErrorMessage(cause) ?? 'Failed to save settings')
      return false
    } finally {
      saving.value = null
    }
  }

  /** Edits made during the request stay unsaved. */
  function clearDrafts(group: Group, sent: Settings) {
    const rest: Settings = {}
    for (const [key, value] of Object.entries(drafts.value)) {
      if (getGroup(key) !== group || value !== sent[key]) rest[key] = value
    }
    drafts.value = omitUnchanged(rest, saved.data.value)
  }

  async function refresh() {
    try {
      await saved.refetch()
      toast('Settings refreshed successfully')
    } catch {
      toastError('Error', 'Failed to fetch settings')
    }
  }

  return {
    saved,
    edited,
    shown,
    unsaved,
    saving,
    edit,
    save,
    refresh,
    isUnsaved: (keys: string[]) => keys.some(key => key in drafts.value),
    getProblem: (key: string) => validateDraft(key, edited.value[key] ?? ''),
    watch: saved.watch,
  }
}

export type SettingsModel = ReturnType<typeof createSettingsModel>

/** The rule's message names the key, which is redundant next to its field. */
function validateDraft(key: string, value: string) {
  const rule = SETTINGS_SCHEMA[key]
  if (!rule || validateSetting({ key, value, category: rule.category }) === null) return null
  return rule.kind === 'youtube'
    ? 'Paste a YouTube link such as https://www.youtube.com/watch?v=...'
    : 'This value is not allowed'
}

function omitUnchanged(drafts: Settings, saved: Settings) {
  return Object.fromEntries(Object.entries(drafts).filter(([key, value]) => saved[key] !== value))
}

function getGroupSettings(group: Group) {
  return Object.entries(SETTINGS_SCHEMA)
    .map(([key, { category }]) => ({ key, category }))
    .filter(({ key }) => getGroup(key) === group)
}

function getGroup(key: string): Group {
  return SETTINGS_SCHEMA[key]?.category === 'audio' ? 'sound' : 'display'
}

async function fetchSettings() {
  return toSettingsRecord(await unwrap(api.settings.$get()))
}
