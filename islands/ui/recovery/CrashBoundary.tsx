import { Component, type ReactNode } from 'react'
import { isStorageLasting, tabStorage } from '../../data/storage.ts'
import { rethrowLater } from '../../data/timeout.ts'
import { toastOnNextPage } from '../../data/toasts.ts'
import { Button } from '../buttons/Button.tsx'

/** Event before a crashed screen is removed, so that typed texts can still be saved. */
export const CRASH = 'crash'
const KEY = 'crashed-at'
/** A screen that crashes again within this time would crash after every reload. */
const AGAIN_MS = 60_000

type Props = { children?: ReactNode; onCrash(): void }

/** Reloads the page once if a screen cannot be drawn, and keeps typed texts. */
export class CrashBoundary extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    dispatchEvent(new Event(CRASH))
    return { hasCrashed: true }
  }

  override componentDidCatch(cause: unknown) {
    rethrowLater(cause)
    // Without storage, the page would reload after each crash and lose typed texts.
    if (!isStorageLasting()) return
    const now = Date.now()
    if (Math.abs(now - Number(tabStorage.getItem(KEY))) < AGAIN_MS) return
    tabStorage.setItem(KEY, `${now}`)
    toastOnNextPage('Reloaded after an error', 'What you typed is kept.')
    this.props.onCrash()
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <div className="empty-state" role="alert">
        <p>This page has an error.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    )
  }
}
