import { useEffect, useRef, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { getAwaySince } from '#domain/queue/lists'
import { toast } from '../data/toasts.ts'
import { formatNumberAndName } from '../patients/dated-number.ts'
import { LONG_AWAY_MINUTES, minutesWaited } from '../patients/waiting-time.ts'
import { createQueueSound, type WaitingQueue } from './queue-sound.ts'

/** `waiting`: patients who can be called now. */
type Input = WaitingQueue & {
  held: Patient[]
  away: Patient[]
  shown: Patient[]
}

/** Shows the number of waiting patients in the tab, announces the end of a hold, and rings. */
export function useQueueAlerts({ held, away, shown, ...queue }: Input) {
  const wasHeld = useRef<ReadonlySet<number>>(new Set())
  const wasAwayLong = useRef<ReadonlySet<number> | null>(null)
  const [watchQueue] = useState(() => createQueueSound())
  const waitingCount = queue.waiting.length

  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '')
    document.title = waitingCount > 0 ? `(${waitingCount}) ${title}` : title
  }, [waitingCount])

  useEffect(() => {
    watchQueue(queue)
    const isHeld = new Set([...held, ...away].map(({ id }) => id))
    const due = shown.filter(({ id, hold }) => hold && wasHeld.current.has(id) && !isHeld.has(id))
    wasHeld.current = isHeld
    if (due[0]) toast(`${listNames(due)} back`, due.map(formatReason).join(' '))

    const isLong = (patient: Patient) =>
      minutesWaited(getAwaySince(patient), queue.now) >= LONG_AWAY_MINUTES
    const long = away.filter(isLong)
    const isNew = ({ id }: Patient) => wasAwayLong.current?.has(id) === false
    const newlyLong = long.filter(isNew)
    wasAwayLong.current = new Set(long.map(({ id }) => id))
    if (newlyLong[0]) toast(`${listNames(newlyLong)} away for ${LONG_AWAY_MINUTES} min`)
  })
}

function listNames(patients: Patient[]) {
  const names = patients.map(formatNumberAndName)
  return `${names.join(', ')} ${names[1] ? 'are' : 'is'}`
}

function formatReason({ requeueReason, hold }: Patient) {
  return hold?.kind === 'missed'
    ? 'Missed a call and is next again.'
    : `Hold ended: ${requeueReason}`
}
