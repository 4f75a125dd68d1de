import './tooltips.css'

const DELAY_MS = 700
const SKIP_DELAY_MS = 300
/** Time for the pointer to reach the tooltip. */
const LEAVE_DELAY_MS = 100

const SELECTOR = '[data-tooltip], [data-tooltip-id], .icon-button[aria-label], [data-cut]'
const DISABLED = '[data-tooltip][aria-disabled=true]'

const tooltip = document.createElement('div')
tooltip.className = 'tooltip'
tooltip.popover = 'manual'
// Screen readers hear the same sentence as the name or the description of the control.
tooltip.ariaHidden = 'true'

/** `aimed` has the pointer or the focus. `shown` has the tooltip. */
let aimed: Element | null = null
let shown: Element | null = null
let closedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined
const changes = new MutationObserver(update)

document.addEventListener('pointerover', ({ target, pointerType }) => {
  if (pointerType !== 'touch') aim(find(target) ?? findFocused())
})
document.addEventListener('focusin', () => aim(findFocused()))
document.addEventListener('focusout', () => aim(null))
document.addEventListener('pointerdown', ({ target }) => {
  if (!tooltip.contains(target as Node)) close()
})
// A press on a disabled control shows the reason, because a finger cannot hover.
document.addEventListener('click', ({ target }) => {
  const disabled = (target as Element).closest(DISABLED)
  if (disabled) open(disabled)
  else if (find(target) !== shown) close()
})
document.addEventListener('scroll', place, { capture: true, passive: true })
// Escape closes the tooltip first, so a surrounding dialog stays open.
addEventListener('keydown', closeByEscape, { capture: true })

function find(target: EventTarget | null) {
  if (!(target instanceof Element)) return null
  if (tooltip.contains(target)) return shown
  const found = target.closest(SELECTOR)
  if (!found || !getText(found)) return null
  const isWhole = found.matches('[data-cut]') && found.scrollWidth <= found.clientWidth
  return isWhole ? null : found
}

function findShared(element: Element) {
  return document.getElementById(element.getAttribute('data-tooltip-id') ?? '')
}

function getText(element: Element) {
  if (element.hasAttribute('data-tooltip-id')) return findShared(element)?.textContent
  return element.getAttribute('data-tooltip') ?? element.ariaLabel ?? element.textContent
}

function findFocused() {
  return find(document.querySelector(':focus-visible'))
}

function aim(next: Element | null) {
  if (next === aimed) return
  aimed = next
  clearTimeout(timer)
  if (next === shown) return
  if (next === null) timer = setTimeout(close, LEAVE_DELAY_MS)
  else if (shown || performance.now() - closedAt < SKIP_DELAY_MS) open(next)
  else timer = setTimeout(open, DELAY_MS, next)
}

function open(next: Element) {
  clearTimeout(timer)
  const text = getText(next)
  if (!next.isConnected || !text) return
  shown = next
  tooltip.textContent = text
  follow(next)
  // Users can still press controls below a passive tooltip.
  tooltip.toggleAttribute('data-passive', next.matches('[aria-disabled=true], [data-tooltip-id]'))
  // An open dialog blocks pointer events outside it, so the tooltip must be inside.
  const parent = next.closest('dialog') ?? document.body
  parent.append(tooltip)
  tooltip.showPopover?.()
  place()
}

function follow(next: Element) {
  changes.disconnect()
  changes.observe(next, { attributes: true })
  const shared = findShared(next)
  if (shared) changes.observe(shared, { childList: true, characterData: true, subtree: true })
  // The row or the menu of `next` may leave the page without an event.
  changes.observe(document.body, { childList: true, subtree: true })
}

function update() {
  const text = shown?.isConnected && shown.matches(SELECTOR) ? getText(shown) : null
  if (!text) return close()
  if (tooltip.textContent !== text) tooltip.textContent = text
  place()
}

function place() {
  if (!shown) return
  const { top, bottom, left, width } = shown.getBoundingClientRect()
  const { offsetWidth, offsetHeight, style } = tooltip
  const centered = left + (width - offsetWidth) / 2
  const rightmost = document.documentElement.clientWidth - offsetWidth
  style.left = `${Math.max(0, Math.min(centered, rightmost))}px`
  style.top = `${top < offsetHeight ? bottom : top - offsetHeight}px`
}

function close() {
  clearTimeout(timer)
  changes.disconnect()
  if (shown) closedAt = performance.now()
  shown = null
  tooltip.remove()
}

function closeByEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || !shown) return
  event.preventDefault()
  event.stopImmediatePropagation()
  close()
}
