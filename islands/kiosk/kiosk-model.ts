import { signal } from '@preact/signals-react'
import { getKioskPrintPath, type KioskView } from '#domain/kiosk/kiosk'
import { ApiError, api, unwrap } from '../data/api.ts'
import { sendWrite } from '../data/mutation.ts'
import { loadNewBuild } from '../data/new-build.ts'
import { withTimeout } from '../data/timeout.ts'
import { printInFrame } from '../ticket/print-ticket.ts'
import { getNextStep, type KioskEvent, type KioskStep } from './kiosk-steps.ts'

const POLL_MS = 5_000
const RETRY_MS = 3_000
const IDLE_MS = 60_000
export const SHOWN_MS = 8_000
const KNOWN_WITHIN_MS = 10_000

const route = api.kiosk[':token']

type Options = { token: string; view: KioskView }

export function createKioskModel({ token, view: initial }: Options) {
  const kiosk = queryKiosk(token, initial)
  const { view, isAway, refetch } = kiosk
  const step = signal<KioskStep>({ step: 'start' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let shownAt = performance.now()

  function send(event: KioskEvent) {
    const before = step.value
    const next = getNextStep(before, event, view.value)
    if (next === before) return
    step.value = next
    shownAt = performance.now()
    keepTime()
    if (next.step === 'sending') void register(next)
    if (next.step === 'number') print(next.ticketUrl)
  }

  /** Returns to the start after a while, so that no patient's data stays on the screen. */
  function keepTime() {
    clearTimeout(timer)
    const name = step.value.step
    if (name === 'start' || name === 'sending') return
    const isEnd = name === 'number' || name === 'counter'
    timer = setTimeout(() => send({ type: 'reset' }), isEnd ? SHOWN_MS : IDLE_MS)
  }

  function handleUse() {
    const name = step.value.step
    if (name === 'queue' || name === 'name') keepTime()
  }

  async function register(sending: Sending) {
    try {
      send({ type: 'registered', registration: await sendRegistration(token, sending) })
    } catch (cause) {
      const isKnown = isRefused(cause)
      // After a lost request, shows the result at once, because the patient has waited long enough.
      if (isKnown) await refetch()
      else void refetch()
      send(isKnown ? toRefusal(cause, view.value) : { type: 'lost' })
    }
  }

  function print(ticketUrl: string | null) {
    const ticket = ticketUrl?.split('/').at(-1)
    if (ticket && view.value.prints) void printInFrame(getKioskPrintPath(token, ticket))
  }

  /** Reloads an older build, but only while nobody uses the kiosk. */
  function reloadIfOld() {
    const isIdle = step.value.step === 'start' && performance.now() - shownAt > IDLE_MS
    if (isIdle) loadNewBuild()
  }

  function watch() {
    const stopAsking = kiosk.watch(reloadIfOld)
    for (const name of USES) addEventListener(name, handleUse)
    return () => {
      stopAsking()
      clearTimeout(timer)
      for (const name of USES) removeEventListener(name, handleUse)
    }
  }

  return {
    view,
    step,
    isAway,
    watch,
    send,
    back: () => send({ type: 'back' }),
    finish: () => send({ type: 'reset' }),
  }
}

type Sending = Extract<KioskStep, { step: 'sending' }>

function sendRegistration(token: string, { queueId, name, language }: Sending) {
  const json = { queueId, name, language }
  const forMs = KNOWN_WITHIN_MS
  const sent = sendWrite(
    headers => unwrap(route.patients.$post({ param: { token }, json }, headers)),
    { onUnsure() {}, forMs },
  )
  return withTimeout(sent, forMs)
}

function queryKiosk(token: string, initial: KioskView) {
  const view = signal(initial)
  const isAway = signal(false)

  async function refetch() {
    try {
      view.value = await unwrap(route.$get({ param: { token } }))
      isAway.value = false
    } catch (cause) {
      // The link is no longer valid, so a reload shows a pairing code.
      if (cause instanceof ApiError && cause.status === 404) return location.reload()
      isAway.value = true
    }
  }

  function watch(onAnswer: () => void) {
    let isStopped = false
    let poll: ReturnType<typeof setTimeout>
    async function ask() {
      await refetch()
      if (!isAway.value) onAnswer()
      if (!isStopped) schedule()
    }
    function schedule() {
      poll = setTimeout(ask, isAway.value ? RETRY_MS : POLL_MS)
    }
    schedule()
    return () => {
      isStopped = true
      clearTimeout(poll)
    }
  }

  return { view, isAway, refetch, watch }
}

export type KioskModel = ReturnType<typeof createKioskModel>

const USES = ['pointerdown', 'keydown', 'input', 'scroll']

function isRefused(cause: unknown): cause is ApiError {
  return cause instanceof ApiError && [400, 404, 409].includes(cause.status)
}

/** Returns to the start if the kiosk is closed, because the start screen says when it opens. */
function toRefusal({ field }: ApiError, { isOpen }: KioskView): KioskEvent {
  return isOpen ? { type: 'refused', field } : { type: 'reset' }
}
