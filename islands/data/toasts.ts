import { signal } from '@preact/signals-react'

export const TOAST_SHOWS_MS = 5_000
export const TOASTS_HOTKEY = 'F8'

export type Toast = { id: number; title: string; text?: string; kind: 'plain' | 'destructive' }

/** One at a time, as specified: a newer one takes the older one's place. */
export const toastShown = signal<Toast | null>(null)

const WAITING = 'toast-after-navigation'
let count = 0

export function toast(title: string, text?: string) {
  show({ title, kind: 'plain', ...(text ? { text } : {}) })
}

export function alarm(title: string, text?: string) {
  show({ title, kind: 'destructive', ...(text ? { text } : {}) })
}

function show(wanted: Omit<Toast, 'id'>) {
  toastShown.value = { ...wanted, id: ++count }
}

export function dismissToast() {
  toastShown.value = null
}

/** Keeps a toast for the page that comes next, such as after signing in. */
export function toastOnNextPage(title: string, text: string) {
  sessionStorage.setItem(WAITING, JSON.stringify([title, text]))
}

export function showWaitingToast() {
  const waiting = sessionStorage.getItem(WAITING)
  sessionStorage.removeItem(WAITING)
  if (waiting === null) return
  const [title, text]: [string, string] = JSON.parse(waiting)
  toast(title, text)
}
