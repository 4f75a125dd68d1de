import { useEffect, useRef } from 'react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import { toast } from '../data/toasts.ts'

type Input = {
  /** Who can be called now. */
  waitingCount: number
  /** Who cannot be called yet. */
  held: Patient[]
  /** Everybody on this desk's lists. */
  shown: Patient[]
}

/** Shows the number of waiting patients in the tab, and says when a patient's time has come. */
export function useQueueAlerts({ waitingCount, held, shown }: Input) {
  const wasHeld = useRef<ReadonlySet<number>>(new Set())

  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = waitingCount > 0 ? `(${waitingCount}) ${title}` : title
  }, [waitingCount])

  useEffect(() => {
    const isHeld = new Set(held.map(({ id }) => id))
    const due = shown.filter(({ id, hold }) => hold && wasHeld.current.has(id) && !isHeld.has(id))
    wasHeld.current = isHeld
    const [first] = due
    if (first)
      toast(`#${formatNumber(first.number)} ${getListName(first)} is back`, formatReason(first))
  })
}

function formatReason({ requeueReason, hold }: Patient) {
  return hold?.kind === 'missed' ? 'Missed a call, and is next again.' : `${requeueReason} is over.`
}
