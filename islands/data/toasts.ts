import { signal } from '@preact/signals-react'

export const TOAST_DURATION_MS = 5_000
export const TOASTS_HOTKEY = 'F8'

export type Toast = { id: number; title: string; text?: string; kind: 'plain' | 'destructive' }

/** One at a time, as specified: a newer one takes the older one's place. */
export const currentToast = signal<Toast | null>(null)

const PENDING_TOAST_KEY = 'toast-after-navigation'
let lastToastId = 0

export function toast(title: string, text?: string) {
  showToast({ title, kind: 'plain', ...(text ? { text } : {}) })
}

export function toastError(title: string, text?: string) {
  showToast({ title, kind: 'destructive', ...(text ? { text } : {}) })
}

function showToast(wanted: Omit<Toast, 'id'>) {
  currentToast.value = { ...wanted, id: ++lastToastId }
}

export function dismissToast() {
  currentToast.value = null
}

/** Keeps a toast for the page that comes next, such as after signing in. */
export function toastOnNextPage(title: string, text: string) {
  sessionStorage.setItem(PENDING_TOAST_KEY, JSON.stringify([title, text]))
}

export function showPendingToast() {
  const waiting = sessionStorage.getItem(PENDING_TOAST_KEY)
  sessionStorage.removeItem(PENDING_TOAST_KEY)
  if (waiting === null) return
  const [title, text]: [string, string] = JSON.parse(waiting)
  toast(title, text)
}
