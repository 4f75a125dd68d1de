/** A key is a command only if no other key precedes or follows it within this time. */
const ALONE_MS = 80
/** In fields, a key counts as a scanner's only within this time, because people type fast there. */
const SCANNER_MS = 30
const LATE_MS = 20
/** Other keys, such as Shift and the arrows, act by themselves and are not a step. */
const JUDGED = /^(.|Enter|Tab|Escape|Backspace|Delete|Dead|Unidentified|F\d+)$/u
const PLACES = Object.entries({
  search: 'input[type=search]',
  // Enter in these fields is a step.
  'patient-field': '[data-patient] :read-write, [data-step]',
  field: ':read-write',
  select: 'select',
  link: 'a[href]',
  tick: '[type=radio], [type=checkbox]',
  button: 'button, summary, input',
})

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey'>

/** `text`: keys of the burst typed outside a field, or null if the burst began in a field. */
let trail = { at: -Infinity, text: '' as string | null, isCode: false }
let held: { event: KeyboardEvent; timer: ReturnType<typeof setTimeout> } | null = null
/** Time when the current command's key was pressed, before it was held back. */
export let pressedAt = 0
/** A select whose value the first letter of a burst may have changed. */
let touched: { list: HTMLSelectElement; value: string } | null = null

/** `hold`: waits to see whether more keys follow. `search`: types the key into the search. */
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

/** Judges every key of a signed-in page or a kiosk before other listeners receive it. */
export function watchKeyboard() {
  addEventListener('keydown', handleKeyDown, { capture: true })
  // Firefox presses a button on keyup, even if keydown was dropped.
  addEventListener('keyup', onKeyUp, { capture: true })
}

function onKeyUp(event: KeyboardEvent) {
  const isPress = event.key === ' ' && /tick|button/.test(getPlace(event.target))
  if (isPress && isGuarded()) event.preventDefault()
}

/** Excludes the login page, because password managers type there as fast as scanners. */
const isGuarded = () => /^(in|checking|kiosk)$/.test(document.body.dataset.session ?? '')

function handleKeyDown(event: KeyboardEvent) {
  // Skips untrusted events, because `runHeld` repeats a press with them.
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
  // The browser types this key into the search, which now has the focus.
  if (verdict === 'search' && !focusSearch(before.text)) event.preventDefault()
  touched = target instanceof HTMLSelectElement ? { list: target, value: target.value } : null
}

export function getPlace(target: EventTarget | null) {
  const isIn = (selector: string) => target instanceof Element && target.matches(selector)
  return PLACES.find(([, selector]) => isIn(selector))?.[0] ?? 'page'
}

/** Waits again if the timer is late, because a busy page may receive the next key late. */
const runLater = (ms: number, due = performance.now() + ms + LATE_MS) =>
  setTimeout(() => {
    if (held && ms === ALONE_MS && performance.now() > due) held.timer = runLater(LATE_MS)
    else runHeld()
  }, ms)

/** Repeats the held press for the screen, and clicks as the browser would have done. */
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

/** True if a dialog is open or the session is being checked, so keys must not reach the page. */
export const isCovered = () =>
  document.body.dataset.session !== 'in' || document.querySelector('dialog[open]') !== null

/** Replaces an earlier search with the text of the burst, and focuses the search. */
function focusSearch(text: string | null) {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  if (!field || field.offsetParent === null || isCovered()) return false
  if (text !== null) setValue(field, text)
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  return true
}

/** Sets a field's value. React notices the change only if its own property setter is bypassed. */
export function setValue(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  const type = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
