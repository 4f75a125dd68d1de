import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { isConnected } from '../data/live-state.ts'
import type { Outbox } from './outbox.ts'

/** Continues after a reload and when the connection is back. Leaving with unregistered names asks first. */
export function useOutbox(outbox: Outbox) {
  useEffect(() => {
    outbox.restore()
    const confirmLeave = (event: BeforeUnloadEvent) => {
      if (!outbox.isEmpty.value) event.preventDefault()
    }
    const stopRetrying = effect(() => {
      if (isConnected.value && outbox.isStopped.peek()) outbox.retry()
    })
    addEventListener('beforeunload', confirmLeave)
    return () => {
      stopRetrying()
      removeEventListener('beforeunload', confirmLeave)
    }
  }, [outbox])
}
