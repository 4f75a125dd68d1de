import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { createMutations, type WriteHeaders } from '../data/mutation.ts'
import { refetchQueries } from '../data/query.ts'
import { toastError } from '../data/toasts.ts'
import type { FieldProblem } from '../ui/fields/TextField.tsx'

export function useTvWrites() {
  useSignals()
  const [{ busy, mutate }] = useState(() =>
    createMutations<'write'>(() => refetchQueries(['tv-devices'])),
  )
  const [problem, setProblem] = useState<FieldProblem | null>(null)

  /** Resolves to the response, or to null after a toast or after setting `problem`. */
  function write<T>(failed: string, send: (headers: WriteHeaders) => Promise<T>) {
    setProblem(null)
    return mutate({
      keys: ['write'],
      failed,
      send,
      onFailure(sentence, _, field) {
        if (field) setProblem({ field, sentence })
        else toastError('Error', sentence)
      },
    })
  }

  return { isBusy: busy.value.size > 0, problem, write }
}
