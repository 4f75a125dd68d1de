import {
  describe,
  describePressable,
  findMovedPatients,
  isField,
  isSame,
  movedAt,
  NOTHING,
  type Thing,
} from './things.ts'

/** Time in which presses are ignored after something else has appeared at their place. */
export const REPLACED_MS = 400
const FINGER_PX = 24
const REPEATED_WITHIN_MS = 2_000
/** Buttons that print, download or play. A double press counts once, although nothing changes. */
const ONCE = '[data-once], [download]'

type Point = { x: number; y: number }

let pointer: (Point & { target: EventTarget | null; thing: Thing }) | null = null
let replaced = { x: 0, y: 0, at: -Infinity }
/** True if text was entered after the last press by pointer. */
let hasTyped = false
let pressed = { element: NOTHING.element, at: -Infinity, isIgnored: false }
let pressedOnce = { element: NOTHING.element, at: -Infinity }

/** The key of the last press of a control, or '' if another key or the pointer came later. */
let lastKey = ''
let keyDownAt = 0
let focused = NOTHING
/** `key`: the key whose press changed the focused element. */
let refocused = { key: '', at: -Infinity }

let frame = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Ignores a press if its target has just been replaced by an earlier press or another desk.
 * `getHeldAt` returns when a key was pressed that the page held back and now repeats.
 */
export function guardPresses(getHeldAt: () => number) {
  const options = { capture: true }
  addEventListener('pointermove', followPointer, { capture: true, passive: true })
  addEventListener('pointerdown', judgePointerDown, options)
  addEventListener('mousedown', event => pressed.isIgnored && stop(event), options)
  // Looks before the click, because a click changes a checkbox first, which may move the page.
  addEventListener('pointerup', lookIfDue, options)
  addEventListener('click', judgeClick, options)
  addEventListener('keydown', (event: KeyboardEvent) => judgeKey(event, getHeldAt), options)
  // Text may be entered without a key, and an Enter after it is intended.
  addEventListener('input', forgetPresses, options)
  // The user scrolls to bring other things under the pointer.
  for (const name of ['wheel', 'pointercancel']) {
    addEventListener(name, () => (pointer = null), { capture: true, passive: true })
  }
  for (const name of ['focusin', 'focusout']) addEventListener(name, lookLater, options)
  const observer = new MutationObserver(lookLater)
  observer.observe(document.body, {
    ...{ subtree: true, childList: true, characterData: true, attributes: true },
  })
  lookLater()
}

function lookLater() {
  frame ||= requestAnimationFrame(look)
}

function lookIfDue() {
  if (frame === 0) return
  cancelAnimationFrame(frame)
  look()
}

function look() {
  frame = 0
  const at = performance.now()
  if (navigator.maxTouchPoints > 0 && findMovedPatients(at)) showIgnoring()
  if (pointer) {
    const { x, y, thing } = pointer
    pointer.target = document.elementFromPoint(x, y)
    pointer.thing = describePressable(pointer.target)
    if (!isSame(thing, pointer.thing) && !isNextInput(thing, pointer.thing)) {
      replaced = { x, y, at }
      showIgnoring()
    }
  }
  const before = focused
  focused = describe(document.activeElement)
  const isMovedByUser = lastKey === '' && before.element !== focused.element
  if (!isSame(before, focused) && !isMovedByUser) {
    refocused = { key: lastKey, at }
    showIgnoring()
  }
}

/** True if "Registering..." becomes "Register" after the user has typed the next name. */
function isNextInput(before: Thing, { element, about }: Thing) {
  return hasTyped && element !== null && before.element === element && before.about === about
}

/** Tells tests, which press faster than people, to wait. */
function showIgnoring() {
  const { dataset } = document.documentElement
  dataset.ignoresPresses = ''
  clearTimeout(timer)
  timer = setTimeout(() => delete dataset.ignoresPresses, REPLACED_MS)
}

function followPointer({ clientX: x, clientY: y, target }: PointerEvent) {
  lookIfDue()
  if (target === pointer?.target) Object.assign(pointer, { x, y })
  // Browsers also report a pointer that does not move when the page moves below it.
  else if (x === pointer?.x && y === pointer.y) look()
  else pointer = { x, y, target, thing: describePressable(target) }
}

function judgePointerDown(event: PointerEvent) {
  followPointer(event)
  forgetKeys()
  const { element } = describePressable(event.target)
  const isIgnored = !isRepeated(element, event.timeStamp) && (isReplaced(event) || isMoved(event))
  pressed = { element, at: event.timeStamp, isIgnored }
  hasTyped = false
  if (isIgnored) stop(event)
}

/** True if an ignored press is repeated. The repeat counts, because other desks may never pause. */
function isRepeated(element: Element | null, at: number) {
  const sinceMs = at - pressed.at
  const isLater = sinceMs >= REPLACED_MS && sinceMs < REPEATED_WITHIN_MS
  return pressed.isIgnored && element === pressed.element && isLater
}

/** `detail` is 0 if a program, a key or assistive technology made the click. */
function judgeClick(event: MouseEvent) {
  if (isSecondOfOnce(event)) return stop(event)
  if (event.detail === 0) return
  // `judgePointerDown` has already checked replacements before the press.
  const isLate = replaced.at >= pressed.at && isReplaced(event)
  if (pressed.isIgnored || isLate) stop(event)
}

function isSecondOfOnce({ target, timeStamp: at }: MouseEvent) {
  const before = pressedOnce
  const element = target instanceof Element ? target.closest(ONCE) : null
  pressedOnce = { element, at }
  return element !== null && element === before.element && at - before.at < REPLACED_MS
}

function isReplaced({ clientX, clientY, target, timeStamp }: MouseEvent) {
  const isNear = Math.hypot(clientX - replaced.x, clientY - replaced.y) < FINGER_PX
  return isNear && timeStamp - replaced.at < REPLACED_MS && !isField(target)
}

/** A finger's place is unknown before the press, so rows remember when they last moved. */
function isMoved({ pointerType, target, timeStamp }: PointerEvent) {
  return pointerType !== 'mouse' && !isField(target) && timeStamp - movedAt(target) < REPLACED_MS
}

function judgeKey(event: KeyboardEvent, getHeldAt: () => number) {
  lookIfDue()
  const { key, repeat, isTrusted, timeStamp } = event
  if (!isPressKey(event)) return forgetKeys()
  const pressedAt = isTrusted ? timeStamp : getHeldAt()
  if (!repeat) keyDownAt = pressedAt
  const isSecond = pressedAt - refocused.at < REPLACED_MS || (repeat && refocused.at >= keyDownAt)
  if (isSecond && (refocused.key === '' || refocused.key === key)) stop(event)
  else lastKey = key
}

function forgetPresses({ target }: Event) {
  forgetKeys()
  if (!isField(target)) return
  hasTyped = true
  replaced.at = -Infinity
}

function forgetKeys() {
  lastKey = ''
  refocused.at = -Infinity
}

function isPressKey({ key, target }: KeyboardEvent) {
  // In the search, Enter moves to the found patient, and a second Enter is the step.
  if (key === 'Enter') return !(target instanceof Element && target.matches('[type=search]'))
  if (key === ' ') return !isField(target)
  // On staff pages, users often press Escape twice on purpose.
  return key === 'Escape' && document.body.dataset.session === 'kiosk'
}

let ignoredCount = 0

function stop(event: Event) {
  // Tests read this to press again as people do.
  document.documentElement.dataset.ignoredPresses = String(++ignoredCount)
  event.preventDefault()
  event.stopImmediatePropagation()
}
