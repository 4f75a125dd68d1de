import { tabStorage } from '../../data/storage.ts'
import { onStop } from '../../shell/stop-page.ts'
import { setValue } from '../fields/set-value.ts'
import { CRASH } from './CrashBoundary.tsx'
import { DRAFTS, type ModelDrafts } from './model-drafts.ts'

/** For one reload only: what is typed may be a patient's name. A logout removes it, too. */
const STORAGE_KEY = 'drafts-after-error'
/** A password is not kept, also where it is shown as text. */
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

// Loaded when a page can be used: what was typed survives a crash from then on.
addEventListener('input', ({ target }) => target && typed.add(target), { capture: true })
addEventListener(CRASH, saveDrafts)
onStop(() => {
  removeEventListener(CRASH, saveDrafts)
  tabStorage.removeItem(STORAGE_KEY)
})
// Somebody may have typed meanwhile.
for (const field of document.querySelectorAll<Field>('input:focus, textarea:focus')) {
  if (field.value !== '') typed.add(field)
}
restoreDrafts()
// Tests read this.
document.body.dataset.drafts = 'kept'

function saveDrafts() {
  const fields = listFields().filter(field => typed.has(field))
  const models: ModelDrafts = {}
  dispatchEvent(new CustomEvent(DRAFTS, { detail: { models, isSaving: true } }))
  const drafts: Drafts = {
    user,
    fields: fields.map(field => [getKey(field), read(field)]),
    models,
  }
  tabStorage.setItem(STORAGE_KEY, JSON.stringify(drafts))
}

function restoreDrafts() {
  const saved = tabStorage.getItem(STORAGE_KEY)
  tabStorage.removeItem(STORAGE_KEY)
  if (saved === null) return
  // Written by `saveDrafts`.
  const drafts = JSON.parse(saved) as Drafts
  if (drafts.user !== user) return
  dispatchEvent(new CustomEvent(DRAFTS, { detail: { models: drafts.models, isSaving: false } }))
  const waiting = new Map(drafts.fields)
  const observer = new MutationObserver(fill)
  observer.observe(document.body, { childList: true, subtree: true })
  onStop(() => observer.disconnect())
  fill()

  /** Fills the fields of a dialog that is opened later, too. */
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

/**
 * The field of another patient or room is another one. It holds no text of the page, which a
 * translator may change.
 */
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
