import { useEffect, useEffectEvent, useRef } from 'react'
import { browserStorage } from '../../data/storage.ts'
import { REPLACED_MS } from '../presses/press-guard.ts'
import { getPlace, isCovered, pressedAt } from './keyboard.ts'

const STORAGE_KEY = 'keys-off'
const SEQUENCE_MS = 1_500
const QUEUED_KEY_TTL_MS = 10_000

/** Actions by key, or by two keys with a space between, such as 'g d'. */
export type Hotkeys = Record<string, () => void>

export function areHotkeysOn() {
  return browserStorage.getItem(STORAGE_KEY) === null
}

export function switchHotkeys(isOn: boolean) {
  if (isOn) browserStorage.removeItem(STORAGE_KEY)
  else browserStorage.setItem(STORAGE_KEY, 'yes')
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  target: EventTarget | null
  preventDefault(): void
}

/** Never runs the second key of a pair by itself, because G and then D must not dispense. */
export function createKeyHandler(keys: Hotkeys, now = () => performance.now()) {
  let first = { key: '', at: 0 }

  return (event: KeyPress) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Shift') return
    const key = event.key.toLowerCase()
    const isSecond = first.key !== '' && now() - first.at < SEQUENCE_MS
    const name = isSecond ? `${first.key} ${key}` : key
    const isBeginning = Object.keys(keys).some(other => other.startsWith(`${name} `))
    first = isBeginning ? { key: name, at: now() } : { key: '', at: 0 }
    const run = keys[name]
    if (!run) return
    event.preventDefault()
    run()
  }
}

/** Disables hotkeys in fields, in dialogs, and if the user has switched them off (WCAG 2.1.4). */
export function useHotkeys(keys: Hotkeys, alwaysOn: Hotkeys = {}) {
  const run = useEffectEvent((name: string) => {
    if (alwaysOn[name]) alwaysOn[name]()
    else if (areHotkeysOn()) keys[name]?.()
  })
  const names = Object.keys({ ...keys, ...alwaysOn })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen always has the same keys
  useEffect(() => {
    const handle = createKeyHandler(Object.fromEntries(names.map(name => [name, () => run(name)])))
    function onKeyDown(event: KeyboardEvent) {
      if (!isTyping(event) && !isCovered()) handle(event)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** No text begins with a question mark, so it opens the list of keys in an empty field. */
function isTyping({ target, key }: KeyboardEvent) {
  if (!/field|search|select/.test(getPlace(target))) return false
  return !(key === '?' && target instanceof HTMLInputElement && target.value === '')
}

type DeskState = {
  isBusy: boolean
  failureCount: number
  presentId: number | null
}

type Waiting = Pick<DeskState, 'failureCount' | 'presentId'> & { name: string; at: number }

/** Queues a key pressed during a step. Drops it after a failure, a delay or a change of patient. */
export function useQueuedHotkeys(steps: Hotkeys, desk: DeskState): Hotkeys {
  const last = useRef('')
  const waiting = useRef<Waiting | null>(null)
  const idleSince = useRef(0)
  const ranAt = useRef(0)

  useEffect(() => {
    if (!desk.isBusy) idleSince.current = performance.now()
    // After a step by mouse, the next key is not part of a double press.
    else if (performance.now() - ranAt.current > REPLACED_MS) last.current = ''
  }, [desk.isBusy])

  useEffect(() => {
    const next = waiting.current
    if (desk.isBusy || next === null) return
    waiting.current = null
    const isAsSeen = next.failureCount === desk.failureCount && next.presentId === desk.presentId
    if (!isAsSeen || performance.now() - next.at > QUEUED_KEY_TTL_MS) return
    run(next.name)
  })

  function run(name: string) {
    last.current = name
    ranAt.current = performance.now()
    steps[name]?.()
  }

  const press = (name: string) => () => {
    if (desk.isBusy) {
      const { failureCount, presentId } = desk
      const at = performance.now()
      if (name !== last.current) waiting.current = { name, at, failureCount, presentId }
      return
    }
    // Ignores the second press of a double press, because another patient is now next.
    if (name === last.current && pressedAt < idleSince.current + REPLACED_MS) return
    run(name)
  }
  return Object.fromEntries(Object.keys(steps).map(name => [name, press(name)]))
}
