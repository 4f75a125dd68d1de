import { computed, signal } from '@preact/signals-react'
import { withDefaults } from '#domain/settings/settings'
import { type CardTitle, SETTINGS_SCHEMA, type SettingRule } from '#domain/settings/settings-schema'
import { type Settings, toSettingsRecord } from '#domain/settings-record'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { toast, toastError } from '../data/toasts.ts'
import { keepDrafts } from '../ui/recovery/model-drafts.ts'

type Category = SettingRule['category']

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
  const { busy, mutate } = createMutations<'settings'>()
  const isSaving = computed(() => busy.value.size > 0)

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

  /** Nobody can correct an invalid edit that is not shown, and it would prevent every save. */
  function dropInvalid(key: string) {
    const { [key]: value, ...rest } = drafts.value
    if (value !== undefined && getProblem(key, value)) drafts.value = rest
  }

  async function save(...categories: Category[]) {
    const settings = Object.entries(omitUnchanged(drafts.value, saved.data.value)).flatMap(
      ([key, value]) => {
        const category = SETTINGS_SCHEMA[key]?.category
        return category && categories.includes(category) ? { key, category, value } : []
      },
    )
    await mutate({
      keys: ['settings'],
      done: ['Settings saved successfully'],
      failed: 'Failed to save settings',
      send: headers => unwrap(api.settings.$put({ json: { settings } }, headers)),
      onSuccess(response) {
        saved.set(() => toSettingsRecord(response))
        // Edits made during the request stay unsaved.
        const isSaved = (key: string, value: string) =>
          settings.some(sent => sent.key === key && sent.value === value)
        const rest = Object.entries(drafts.value).filter(([key, value]) => !isSaved(key, value))
        drafts.value = omitUnchanged(Object.fromEntries(rest), saved.data.value)
      },
    })
  }

  return {
    saved,
    keepDrafts: () => keepDrafts('settings', drafts),
    edited,
    shown,
    unsaved,
    isSaving,
    onEdit: edit,
    onHide: dropInvalid,
    save,
    refresh: () => void refresh(saved.refetch),
    isUnsaved: (card: CardTitle) => unsaved.value.some(key => SETTINGS_SCHEMA[key]?.card === card),
    getProblem: (key: string) => getProblem(key, edited.value[key] ?? ''),
  }
}

export type SettingsModel = ReturnType<typeof createSettingsModel>

/** Also asks for what follows from the settings, so that a failure is seen before a TV meets it. */
async function refresh(refetch: () => Promise<unknown>) {
  const loads: [failed: string, load: () => Promise<unknown>][] = [
    ['Failed to fetch settings', refetch],
    ['Failed to fetch theme', () => unwrap(api.themes.active.$get())],
    ['Failed to fetch text groups', () => unwrap(api['text-groups'].active.$get())],
  ]
  for (const [failed, load] of loads) {
    try {
      await load()
    } catch {
      return toastError('Error', failed)
    }
  }
  toast('Settings refreshed successfully')
}

function getProblem(key: string, value: string) {
  const rule = SETTINGS_SCHEMA[key]
  return !rule || rule.type.isValid(value) ? null : rule.type.problem
}

function omitUnchanged(drafts: Settings, saved: Settings) {
  return Object.fromEntries(Object.entries(drafts).filter(([key, value]) => saved[key] !== value))
}

async function fetchSettings() {
  return toSettingsRecord(await unwrap(api.settings.$get()))
}
