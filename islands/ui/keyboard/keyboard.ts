import { ALONE_MS, judgeKey, type Key, NO_KEYS, type Trail } from './burst.ts'

const SEARCH = 'input[type=search]'
const PLACES: [selector: string, place: Key['place']][] = [
  [SEARCH, 'search'],
  ['[data-patient] :read-write, [data-step]', 'patient-field'],
  [':read-write', 'field'],
  ['select', 'select'],
  ['a[href]', 'link'],
  ['[type=radio], [type=checkbox]', 'tick'],
  ['button, summary, input', 'button'],
]
const LATE_MS = 20

type Held = { event: KeyboardEvent; timer: ReturnType<typeof setTimeout> }

let trail: Trail = NO_KEYS
let held: Held | null = null
let pressedAt = 0
/** The list that the first letter of a burst may have changed. */
let touched: { list: HTMLSelectElement; value: string } | null = null

/** Decides about every key of a signed-in page or a kiosk before any other listener hears of it. */
export function watchKeyboard() {
  addEventListener('keydown', handleKeyDown, { capture: true })
  // Firefox presses a button by this, even when the first half of the press was dropped.
  addEventListener('keyup', handleKeyUp, { capture: true })
}

function handleKeyDown(event: KeyboardEvent) {
  // What `runHeld` repeats is decided.
  if (!event.isTrusted || event.isComposing || !isGuarded()) return
  const key = toKey(event)
  if (held && key.at - trail.at >= ALONE_MS) runHeld()
  const before = trail
  const { trail: next, verdict } = judgeKey(before, key)
  trail = next
  if (next === before) return void (verdict === 'drop' && stop(event))
  forgetHeld()
  if (verdict === 'hold') held = { event, timer: runHeldLater() }
  if (verdict !== 'pass') restoreList()
  // The browser types this key, too, into the field that has the focus by then.
  if (verdict === 'search' && typeIntoSearch(before.text)) event.stopImmediatePropagation()
  else if (verdict !== 'pass') stop(event)
  const { target } = event
  touched = target instanceof HTMLSelectElement ? { list: target, value: target.value } : null
}

function handleKeyUp(event: KeyboardEvent) {
  const place = getPlace(event.target)
  if (event.key === ' ' && isGuarded() && (place === 'button' || place === 'tick'))
    event.preventDefault()
}

/** When the key was pressed that is a command now: it was held since. */
export const getPressedAt = () => pressedAt

/** The login page has no steps, and programs that keep passwords type there as scanners do. */
function isGuarded() {
  return /^(in|checking|kiosk)$/.test(document.body.dataset.session ?? '')
}

function toKey(event: KeyboardEvent): Key {
  return {
    name: event.key,
    at: event.timeStamp,
    isRepeat: event.repeat,
    isCombined: event.ctrlKey || event.altKey || event.metaKey,
    place: getPlace(event.target),
  }
}

export function getPlace(target: EventTarget | null) {
  const found = target instanceof Element && PLACES.find(([selector]) => target.matches(selector))
  return found ? found[1] : 'page'
}

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** A busy page may hear late of the next key, so a late timer lets it be heard first. */
function runHeldLater(isLast = false) {
  const due = performance.now() + ALONE_MS + LATE_MS
  return setTimeout(
    () => {
      if (held && !isLast && performance.now() > due) held.timer = runHeldLater(true)
      else runHeld()
    },
    isLast ? LATE_MS : ALONE_MS,
  )
}

function forgetHeld() {
  clearTimeout(held?.timer)
  held = null
}

/** Repeats the press for the screen, and does what the browser would have done. */
function runHeld() {
  if (!held) return
  const { key, shiftKey, target, timeStamp } = held.event
  pressedAt = timeStamp
  forgetHeld()
  const node = target instanceof HTMLElement && target.isConnected ? target : document.body
  const options = { key, shiftKey, bubbles: true, cancelable: true }
  const presses = (key === 'Enter' || key === ' ') && node === target
  if (node.dispatchEvent(new KeyboardEvent('keydown', options)) && presses) node.click()
}

function restoreList() {
  if (touched && touched.list.value !== touched.value) setValue(touched.list, touched.value)
}

/** While a dialog is open, or the session is being checked, keys are not for the page. */
export function isCovered() {
  return document.body.dataset.session !== 'in' || document.querySelector('dialog[open]') !== null
}

/** Shows what the burst has typed so far, in place of an earlier search. */
function typeIntoSearch(text: string | null) {
  const field = document.querySelector<HTMLInputElement>(SEARCH)
  if (!field || field.offsetParent === null || isCovered()) return false
  if (text !== null) setValue(field, text)
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  trail = { ...trail, text: null }
  return true
}

/** React hears of it only when its own property of the element is passed by. */
export function setValue(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  const type = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
