const KEYS = [
  ...['F1', 'F3', 'F5', 'F6', 'F7', 'ContextMenu'],
  ...['BrowserBack', 'BrowserForward', 'BrowserHome', 'BrowserRefresh', 'BrowserSearch'],
]
/** Letters with Ctrl or Cmd: bookmark, search, find, history, open, print, reload, save, source. */
const LETTERS = 'defghjklnoprstu'
const ALT_KEYS = ['ArrowLeft', 'ArrowRight', 'Home', 'd', 'e', 'f']

export function stayOnPage(onBack: () => void) {
  const controller = new AbortController()
  const { signal } = controller
  // Keeps the state, because it says for which build the page was loaded.
  const hold = () => history.pushState(history.state, '')

  // Browsers skip history entries that were pushed before the first touch.
  const holdFromTouch = () => addEventListener('pointerdown', hold, { once: true, signal })
  hold()
  holdFromTouch()
  addEventListener(
    'popstate',
    () => {
      hold()
      holdFromTouch()
      onBack()
    },
    { signal },
  )
  for (const name of ['contextmenu', 'dragstart', 'drop', 'dragover']) {
    addEventListener(name, event => event.preventDefault(), { signal })
  }
  addEventListener(
    'keydown',
    (event: KeyboardEvent) => {
      if (isLeaving(event)) event.preventDefault()
    },
    { capture: true, signal },
  )
  return () => controller.abort()
}

function isLeaving(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target'>,
) {
  const { key, altKey, ctrlKey, metaKey, target } = event
  if (KEYS.includes(key)) return true
  if (altKey) return ALT_KEYS.includes(key)
  if (ctrlKey || metaKey) return LETTERS.includes(key.toLowerCase())
  return key === 'Backspace' && !(target instanceof HTMLInputElement)
}
