import { computed, signal } from '@preact/signals-react'
import type { CardTitle } from '#domain/settings/cards'
import type { SettingRow } from '#domain/settings/setting-types'
import {
  getProblem,
  getProblemAmong,
  listValues,
  omitUnchanged,
  resolveExclusive,
  withDefaults,
} from '#domain/settings/settings'
import { getRow, type SettingKey } from '#domain/settings/settings-schema'
import type { Settings, SettingTexts } from '#domain/settings-record'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { fetchSettings } from '../data/queries/fetch-settings.ts'
import { query, withSettings } from '../data/query.ts'
import { toast, toastError } from '../data/toasts.ts'
import { keepDrafts } from '../ui/recovery/model-drafts.ts'

type Category = SettingRow['category']
type Drafts = Partial<SettingTexts>
type Load = [failed: string, load: () => Promise<unknown>]

/** Applies unsaved edits to the server's settings. A change on the server keeps the edits. */
export function createSettingsModel(initial: Settings) {
  const saved = query('settings', fetchSettings, initial, {
    every: POLL_MS.settings,
    onlyWithoutLive: true,
    apply: withSettings,
  })
  const drafts = signal<Drafts>({})
  const { busy, mutate } = createMutations<'settings'>()
  const isSaving = computed(() => busy.value.size > 0)

  const edited = computed<SettingTexts>(() => ({ ...saved.data.value, ...drafts.value }))
  /** Settings in which defaults replace invalid edits, so that these never reach a style. */
  const shown = computed(() => withDefaults(listValues(edited.value)))
  const unsaved = computed(() => [
    ...new Set(listValues(drafts.value).flatMap(({ key }) => getRow(key).card ?? [])),
  ])

  function edit(changes: Drafts) {
    const next = { ...drafts.value, ...resolveExclusive(changes) }
    drafts.value = omitUnchanged(next, saved.data.value)
  }

  /** Drops an invalid edit of a hidden field, because it would prevent every save. */
  function dropInvalid(key: SettingKey) {
    const { [key]: value, ...rest } = drafts.value
    if (value !== undefined && getProblem(key, value)) drafts.value = rest
  }

  function discard() {
    const discarded = drafts.value
    drafts.value = {}
    toast('Changes discarded', '', {
      label: 'Undo',
      run: () => edit({ ...discarded, ...drafts.value }),
    })
  }

  async function save(...categories: Category[]) {
    const settings = listValues(omitUnchanged(drafts.value, saved.data.value)).filter(
      ({ category }) => categories.includes(category),
    )
    await mutate({
      keys: ['settings'],
      done: ['Settings saved successfully'],
      failed: 'Failed to save settings',
      send: () => unwrap(api.settings.$put({ json: { settings } })),
      onSuccess() {
        const sent = Object.fromEntries(settings.map(({ key, value }) => [key, value]))
        // Edits made during the request stay unsaved.
        drafts.value = omitUnchanged(omitUnchanged(drafts.value, sent), saved.data.value)
      },
    })
  }

  return {
    saved,
    recovery: { watch: () => keepDrafts('settings', drafts) },
    edited,
    shown,
    unsaved,
    isSaving,
    onEdit: edit,
    onHide: dropInvalid,
    save,
    discard,
    refresh: (...others: Load[]) =>
      void refresh([['Failed to fetch settings', saved.refetch], ...VIEWS, ...others]),
    isUnsaved: (card: CardTitle) => unsaved.value.includes(card),
    getProblem: (key: SettingKey) => getProblemAmong(key, edited.value),
  }
}

export type SettingsModel = ReturnType<typeof createSettingsModel>

/** Views that the server derives. Refresh also loads them, so staff see errors before a TV does. */
const VIEWS: Load[] = [
  ['Failed to fetch theme', () => unwrap(api.themes.active.$get())],
  ['Failed to fetch text groups', () => unwrap(api['text-groups'].active.$get())],
]

async function refresh(loads: Load[]) {
  for (const [failed, load] of loads) {
    try {
      await load()
    } catch {
      return toastError('Error', failed)
    }
  }
  toast('Settings refreshed successfully')
}
