import { signal } from '@preact/signals-react'

export const TOAST_DURATION_MS = 5_000
/** Long enough to notice that it was the wrong patient. */
export const ACTION_TOAST_DURATION_MS = 10_000
export const TOASTS_HOTKEY = 'F8'

type ToastAction = { label: string; run(): void }
export type Toast = {
  id: number
  title: string
  text?: string
  kind: 'plain' | 'destructive'
  action?: ToastAction
}

export const currentToast = signal<Toast | null>(null)
/** What a screen reader says now, of the whole page: one live region instead of one in each row. */
export const announcement = signal({ id: 0, text: '' })

const PENDING_TOAST_KEY = 'toast-after-navigation'
let lastToastId = 0

export function toast(title: string, text?: string, action?: ToastAction) {
  showToast({ title, kind: 'plain', ...(text ? { text } : {}), ...(action ? { action } : {}) })
}

export function toastError(title: string, text?: string) {
  showToast({ title, kind: 'destructive', ...(text ? { text } : {}) })
}

function showToast(options: Omit<Toast, 'id'>) {
  currentToast.value = { ...options, id: ++lastToastId }
}

export function announce(text: string) {
  announcement.value = { id: announcement.value.id + 1, text }
}

export function dismissToast() {
  currentToast.value = null
}

export function toastOnNextPage(title: string, text: string) {
  sessionStorage.setItem(PENDING_TOAST_KEY, JSON.stringify([title, text]))
}

export function showPendingToast() {
  const saved = sessionStorage.getItem(PENDING_TOAST_KEY)
  sessionStorage.removeItem(PENDING_TOAST_KEY)
  if (saved === null) return
  const [title, text]: [string, string] = JSON.parse(saved)
  toast(title, text)
}
