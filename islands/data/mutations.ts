import { signal } from '@preact/signals-react'
import { getClientErrorMessage } from './api.ts'
import { toast, toastError } from './toasts.ts'

/** Toasts after a write: `done` on success, else the server's message or `failed`. */
export type MutationMessages = {
  done: [title: string, text?: string]
  failed: string
  title?: string
}

/** Writes of a list screen: one at a time per row, followed by a refetch. */
export function createRowMutations(refetch: () => Promise<void>) {
  const busyIds = signal<ReadonlySet<number>>(new Set())

  /** Resolves to whether the write succeeded. */
  async function mutate(
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
      await refetch().catch(() => {})
    }
  }

  async function mutateRow(
    { id }: { id: number },
    messages: MutationMessages,
    send: (param: { id: string }) => Promise<unknown>,
  ) {
    if (busyIds.value.has(id)) return false
    busyIds.value = new Set(busyIds.value).add(id)
    const isDone = await mutate(messages, () => send({ id: String(id) }))
    busyIds.value = new Set([...busyIds.value].filter(busy => busy !== id))
    return isDone
  }

  return { busyIds, mutate, mutateRow }
}
