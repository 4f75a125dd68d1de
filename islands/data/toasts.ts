import { signal } from '@preact/signals-react'
import { tabStorage } from './storage.ts'

export const TOAST_DURATION_MS = 5_000
/** Long enough to notice a wrong patient and press Undo. */
export const ACTION_TOAST_DURATION_MS = 10_000
export const TOASTS_HOTKEY = 'F8'

type ToastAction = { label: string; hotkey?: string; run(): void }
export type Toast = {
  id: number
  title: string
  text: string | undefined
  kind: 'plain' | 'destructive'
  action: ToastAction | undefined
}

/** Lines of the one toast, newest last. A notice never replaces an Undo or a failure. */
export const toastLines = signal<Toast[]>([])
/** The text that a screen reader says now, in the page's only live region. */
export const announcement = signal({ id: 0, text: '' })

const PENDING_TOAST_KEY = 'toast-after-navigation'
let lastToastId = 0

export function toast(title: string, text?: string, action?: ToastAction) {
  return showToast({ title, kind: 'plain', text, action })
}

export function toastError(title: string, text?: string) {
  showToast({ title, kind: 'destructive', text, action: undefined })
}

function showToast(options: Omit<Toast, 'id'>) {
  const shown = { ...options, id: ++lastToastId }
  toastLines.value = [...toastLines.value.filter(line => slotOf(line) !== slotOf(shown)), shown]
  return shown.id
}

function slotOf({ kind, action }: Pick<Toast, 'kind' | 'action'>) {
  return action ? 'action' : kind
}

export function announce(text: string) {
  announcement.value = { id: announcement.value.id + 1, text }
}

export function dismissToast(id: number) {
  toastLines.value = toastLines.value.filter(line => line.id !== id)
}

export function dismissAllToasts() {
  toastLines.value = []
}

export function toastOnNextPage(title: string, text: string) {
  tabStorage.setItem(PENDING_TOAST_KEY, JSON.stringify([title, text]))
}

export function showPendingToast() {
  const saved = tabStorage.getItem(PENDING_TOAST_KEY)
  tabStorage.removeItem(PENDING_TOAST_KEY)
  if (saved === null) return
  const [title, text]: [string, string] = JSON.parse(saved)
  toast(title, text)
}
