import { tabStorage } from '../../data/storage.ts'
import { onStop } from '../../shell/stop-page.ts'
import { setValue } from '../keyboard/keyboard.ts'
import { CRASH } from './CrashBoundary.tsx'
import { draftModels, type ModelDrafts } from './model-drafts.ts'

/** Kept for one reload or until logout, because typed texts may be patients' names. */
const STORAGE_KEY = 'drafts-after-error'
/** Excludes passwords, even if they are shown as text. */
const FIELDS =
  'input:not([type=password], [autocomplete$=password], [type=file], [type=radio]), textarea, select'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Drafts = {
  user: string | undefined
  fields: [key: string, value: string][]
  models: ModelDrafts
}

const typed = new WeakSet<EventTarget>()
const { user } = document.body.dataset

// This module loads after hydration. From then on, typed texts survive a crash.
addEventListener('input', ({ target }) => target && typed.add(target), { capture: true })
addEventListener(CRASH, saveDrafts)
onStop(() => {
  removeEventListener(CRASH, saveDrafts)
  tabStorage.removeItem(STORAGE_KEY)
})
// The user may have typed before this module was loaded.
for (const field of document.querySelectorAll<Field>('input:focus, textarea:focus')) {
  if (field.value !== '') typed.add(field)
}
restoreDrafts()
// Tests read this.
document.body.dataset.drafts = 'kept'

function saveDrafts() {
  const fields = listFields().filter(field => typed.has(field))
  const drafts: Drafts = {
    user,
    fields: fields.map(field => [getKey(field), read(field)]),
    models: Object.fromEntries([...draftModels].map(([name, { value }]) => [name, value])),
  }
  tabStorage.setItem(STORAGE_KEY, JSON.stringify(drafts))
}

function restoreDrafts() {
  const saved = tabStorage.getItem(STORAGE_KEY)
  tabStorage.removeItem(STORAGE_KEY)
  if (saved === null) return
  // Safe: only `saveDrafts` writes this key.
  const drafts = JSON.parse(saved) as Drafts
  if (drafts.user !== user) return
  for (const [name, model] of draftModels) model.value = { ...drafts.models[name], ...model.value }
  const waiting = new Map(drafts.fields)
  const observer = new MutationObserver(fill)
  observer.observe(document.body, { childList: true, subtree: true })
  onStop(() => observer.disconnect())
  fill()

  function fill() {
    for (const field of listFields()) {
      const key = getKey(field)
      const value = waiting.get(key)
      if (value === undefined) continue
      waiting.delete(key)
      if (!typed.has(field) && read(field) !== value) write(field, value)
    }
    if (waiting.size === 0) observer.disconnect()
  }
}

function listFields() {
  return [...document.querySelectorAll<Field>(FIELDS)]
}

/** Identifies a field without its visible text, because a translator may change the text. */
function getKey(field: Field) {
  const alike = listFields().filter(other => getKind(other) === getKind(field))
  return `${getKind(field)},${alike.indexOf(field)}`
}

function getKind({ type, name, ariaLabel, className, parentElement }: Field) {
  const find = (attribute: string) =>
    parentElement?.closest(`[${attribute}]`)?.getAttribute(attribute)
  const owners = ['data-patient', 'aria-label', 'data-island'].map(find)
  return [type, name, ariaLabel, className, ...owners].join()
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox'
}

function read(field: Field) {
  return isTick(field) ? String(field.checked) : field.value
}

function write(field: Field, value: string) {
  if (isTick(field)) field.click()
  else setValue(field, value)
}
