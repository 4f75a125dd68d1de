import { setValue } from '../fields/set-value.ts'

/** A key is a command only if no other key precedes or follows it within this time. */
const ALONE_MS = 80
/** People type fast in fields, so a key there is a scanner's only if it follows within this time. */
const SCANNER_MS = 30
const LATE_MS = 20
/** Other keys, such as Shift and the arrows, act by themselves and are not a step. */
const JUDGED = /^(.|Enter|Tab|Escape|Backspace|Delete|Dead|Unidentified|F\d+)$/u
const PLACES = Object.entries({
  search: 'input[type=search]',
  // Enter in such a field is a step.
  'patient-field': '[data-patient] :read-write, [data-step]',
  field: ':read-write',
  select: 'select',
  link: 'a[href]',
  tick: '[type=radio], [type=checkbox]',
  button: 'button, summary, input',
})

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey'>

/** `text`: what the burst has typed outside a field, or null if it began in a field. */
let trail = { at: -Infinity, text: '' as string | null, isCode: false }
let held: { event: KeyboardEvent; timer: ReturnType<typeof setTimeout> } | null = null
/** When the key was pressed that is a command now, because it was held since then. */
export let pressedAt = 0
/** The list that the first letter of a burst may have changed. */
let touched: { list: HTMLSelectElement; value: string } | null = null

/** `hold` waits until it is known that no key follows; `search` types the key into the search. */
export function judgeKey(press: Key, place: string) {
  const { key, timeStamp: at, ctrlKey, altKey, metaKey } = press
  if (!JUDGED.test(key)) return 'pass'
  const isCombined = ctrlKey || altKey || metaKey
  const letter = key.length === 1 && !isCombined ? key : ''
  const isFunctionKey = /^F[89]$/.test(key)
  const places = { Enter: /link|button/, ' ': /tick|button/ }[key] ?? /page|link|tick|button/
  const isCommand =
    !isCombined && (isFunctionKey || (/^(.|Enter)$/u.test(key) && places.test(place)))
  if (press.repeat) return isCommand ? 'drop' : 'pass'
  const gap = at - trail.at
  const isFast = gap < SCANNER_MS
  const before = gap < ALONE_MS ? trail.text : ''
  const isField = /field|search/.test(place) && !isFunctionKey
  const isCode = (isFast && trail.isCode) || /^\d$/.test(letter)
  trail = { at, text: isField || before === null ? null : before + letter, isCode }
  const isStep = place === 'patient-field' || (isCode && place === 'field')
  if (isField) return isFast && (isCombined || (isStep && key === 'Enter')) ? 'drop' : 'pass'
  if (gap >= ALONE_MS) return isCommand ? 'hold' : 'pass'
  if (key === 'Tab' || key === 'Escape' || (isCombined && !isFast)) return 'pass'
  return letter || (key === 'Enter' && before) ? 'search' : 'drop'
}

/** Decides about every key of a signed-in page or a kiosk before any other listener hears of it. */
export function watchKeyboard() {
  addEventListener('keydown', handleKeyDown, { capture: true })
  // Firefox presses a button on keyup, even if keydown was dropped.
  addEventListener('keyup', onKeyUp, { capture: true })
}

function onKeyUp(event: KeyboardEvent) {
  const isPress = event.key === ' ' && /tick|button/.test(getPlace(event.target))
  if (isPress && isGuarded()) event.preventDefault()
}

/** The login page has no steps, and programs that keep passwords type there as scanners do. */
const isGuarded = () => /^(in|checking|kiosk)$/.test(document.body.dataset.session ?? '')

function handleKeyDown(event: KeyboardEvent) {
  // The press that `runHeld` repeats is not trusted.
  if (!event.isTrusted || event.isComposing || !isGuarded()) return
  const { target } = event
  const before = trail
  if (event.timeStamp - before.at >= ALONE_MS) runHeld()
  const verdict = judgeKey(event, getPlace(target))
  if (verdict === 'drop' || verdict === 'hold') event.preventDefault()
  if (verdict !== 'pass') event.stopImmediatePropagation()
  if (trail === before) return
  clearTimeout(held?.timer)
  held = verdict === 'hold' ? { event, timer: runLater(ALONE_MS) } : null
  if (verdict !== 'pass' && touched && touched.list.value !== touched.value)
    setValue(touched.list, touched.value)
  // The browser types this key into the search, which has the focus now.
  if (verdict === 'search' && !focusSearch(before.text)) event.preventDefault()
  touched = target instanceof HTMLSelectElement ? { list: target, value: target.value } : null
}

export function getPlace(target: EventTarget | null) {
  const isIn = (selector: string) => target instanceof Element && target.matches(selector)
  return PLACES.find(([, selector]) => isIn(selector))?.[0] ?? 'page'
}

/** A busy page may hear of the next key late, so a late timer lets it be heard first. */
const runLater = (ms: number, due = performance.now() + ms + LATE_MS) =>
  setTimeout(() => {
    if (held && ms === ALONE_MS && performance.now() > due) held.timer = runLater(LATE_MS)
    else runHeld()
  }, ms)

/** Repeats the press for the screen, and does what the browser would have done. */
function runHeld() {
  if (!held) return
  const { key, shiftKey, target, timeStamp } = held.event
  clearTimeout(held.timer)
  held = null
  pressedAt = timeStamp
  const node = target instanceof HTMLElement && target.isConnected ? target : document.body
  const options = { key, shiftKey, bubbles: true, cancelable: true }
  const presses = (key === 'Enter' || key === ' ') && node === target
  if (node.dispatchEvent(new KeyboardEvent('keydown', options)) && presses) node.click()
}

/** While a dialog is open, or the session is being checked, keys are not for the page. */
export const isCovered = () =>
  document.body.dataset.session !== 'in' || document.querySelector('dialog[open]') !== null

/** Shows what the burst has typed so far, in place of an earlier search. */
function focusSearch(text: string | null) {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  if (!field || field.offsetParent === null || isCovered()) return false
  if (text !== null) setValue(field, text)
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  return true
}
