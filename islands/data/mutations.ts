import { signal } from '@preact/signals-react'
import { getClientErrorMessage } from './api.ts'
import { toast, toastError } from './toasts.ts'

/** What is said after a write: `done` when it is kept; else the server's refusal, or `failed` without one. */
export type MutationMessages = {
  done: [title: string, text?: string]
  failed: string
  title?: string
}

/** The writes of a screen that lists rows: one at a time for each row, and the list is looked at again. */
export function createRowMutations(lookAgain: () => Promise<void>) {
  const busyIds = signal<ReadonlySet<number>>(new Set())

  /** Answers whether it was kept. */
  async function attempt(
    { done, failed, title = 'Error' }: MutationMessages,
    send: () => Promise<unknown>,
  ) {
    try {
      await send()
      toast(...done)
      return true
    } catch (cause) {
      toastError(title, getClientErrorMessage(cause) ?? failed)
      return false
    } finally {
      await lookAgain().catch(() => {})
    }
  }

  /** The same for one row, whose buttons rest meanwhile. */
  async function change(
    { id }: { id: number },
    words: MutationMessages,
    send: (param: { id: string }) => Promise<unknown>,
  ) {
    if (busyIds.value.has(id)) return false
    busyIds.value = new Set(busyIds.value).add(id)
    const isDone = await attempt(words, () => send({ id: String(id) }))
    busyIds.value = new Set([...busyIds.value].filter(busy => busy !== id))
    return isDone
  }

  return { busyIds, attempt, change }
}
