import { useEffect, useRef, useState } from 'react'
import { formatNumber, getListName, type Patient } from '#domain/patients/patient'
import { toast } from '../data/toasts.ts'
import { createQueueSound, type WaitingQueue } from './queue-sound.ts'

/** `waiting`: who can be called now. */
type Input = WaitingQueue & {
  held: Patient[]
  shown: Patient[]
}

/** Shows the number of waiting patients in the tab, tells when a hold has ended, and rings. */
export function useQueueAlerts({ held, shown, ...queue }: Input) {
  const wasHeld = useRef<ReadonlySet<number>>(new Set())
  const [watchQueue] = useState(() => createQueueSound())
  const waitingCount = queue.waiting.length

  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = waitingCount > 0 ? `(${waitingCount}) ${title}` : title
  }, [waitingCount])

  useEffect(() => {
    watchQueue(queue)
    const isHeld = new Set(held.map(({ id }) => id))
    const due = shown.filter(({ id, hold }) => hold && wasHeld.current.has(id) && !isHeld.has(id))
    wasHeld.current = isHeld
    const names = due.map(patient => `#${formatNumber(patient.number)} ${getListName(patient)}`)
    const verb = due[1] ? 'are' : 'is'
    if (due[0]) toast(`${names.join(', ')} ${verb} back`, due.map(formatReason).join(' '))
  })
}

function formatReason({ requeueReason, hold }: Patient) {
  return hold?.kind === 'missed'
    ? 'Missed a call and is next again.'
    : `Hold ended: ${requeueReason}`
}
