import { useEffect, useRef, useState } from 'react'
import type { Patient } from '#domain/patients/patient'
import { getAwaySince } from '#domain/queue/lists'
import { browserStorage } from '../data/storage.ts'
import { toast } from '../data/toasts.ts'
import { formatNumberAndName } from '../patients/dated-number.ts'
import { getWaitingMinutes, LONG_AWAY_MINUTES, minutesWaited } from '../patients/waiting-time.ts'

const STORAGE_KEY = 'queue-sound'
/** Delay of the ring, because a patient who is called sooner needs no sound. */
const RING_DELAY_MS = 10_000
const CLOSE_AFTER_MS = 2_000

export function isSoundOn() {
  return browserStorage.getItem(STORAGE_KEY) !== null
}

export function switchSound(isOn: boolean) {
  if (isOn) browserStorage.setItem(STORAGE_KEY, 'yes')
  else browserStorage.removeItem(STORAGE_KEY)
  if (isOn) ringSoftly()
}

type WaitingQueue = {
  waiting: Patient[]
  limitMinutes: number
  now: string
}

/** Rings when an empty queue fills or a patient passes the limit, but not when the page opens. */
export function createQueueSound(ring: () => void = ringIfOn) {
  let wasEmpty = false
  let filledAt: number | null = null
  let late: Set<number> | null = null

  return ({ waiting, limitMinutes, now }: WaitingQueue) => {
    const at = Date.parse(now)
    if (waiting.length === 0) {
      wasEmpty = true
      filledAt = null
      late = new Set()
      return
    }
    filledAt ??= at
    const isFilled = wasEmpty && at - filledAt >= RING_DELAY_MS
    if (isFilled) wasEmpty = false

    const isLate = (patient: Patient) => getWaitingMinutes(patient, now) > limitMinutes
    const lateNow = waiting.filter(isLate).map(({ id }) => id)
    const isNewlyLate = lateNow.some(id => late !== null && !late.has(id))
    late = new Set([...(late ?? []), ...lateNow])
    if (isFilled || isNewlyLate) ring()
  }
}

function ringIfOn() {
  if (isSoundOn()) ringSoftly()
}

/** Plays two quiet notes. Browsers allow sound only after the user has pressed something. */
function ringSoftly() {
  const context = openContext()
  if (!context) return
  for (const [index, frequency] of [660, 880].entries()) {
    const start = context.currentTime + index * 0.18
    const volume = context.createGain()
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5)
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.5)
  }
  // Otherwise, a context that the browser blocks would keep its notes forever.
  setTimeout(() => void context.close(), CLOSE_AFTER_MS)
}

function openContext() {
  try {
    return new AudioContext()
  } catch {
    return null
  }
}

type Input = WaitingQueue & {
  held: Patient[]
  away: Patient[]
  shown: Patient[]
}

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
  return hold?.kind === 'missed' ? 'Missed a call; next again.' : `Hold ended: ${requeueReason}`
}
