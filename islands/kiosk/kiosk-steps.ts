import type { KioskRegistration, KioskView } from '#domain/kiosk/kiosk'
import type { KioskSentences } from '#domain/kiosk/kiosk-languages'
import type { Language } from '#domain/tickets/languages'

type Problem = keyof KioskSentences
type Choice = { language: Language; queueId: number | null }

/** The screen of the kiosk. It contains a typed name only while the name is sent. */
export type KioskStep =
  | { step: 'start' }
  | { step: 'queue'; language: Language; problem?: Problem }
  | (Choice & { step: 'name'; problem?: Problem })
  | (Choice & { step: 'sending'; name: string | null })
  | ({ step: 'number'; language: Language } & KioskRegistration)
  | { step: 'counter'; language: Language }

export type KioskEvent =
  | { type: 'language'; language: Language }
  | { type: 'queue'; queueId: number | null }
  | { type: 'name'; name: string }
  | { type: 'registered'; registration: KioskRegistration }
  /** `field`: the input that the server rejected, or null for other reasons. */
  | { type: 'refused'; field: string | null }
  | { type: 'lost' }
  | { type: 'back' }
  | { type: 'reset' }

type Rules = Pick<KioskView, 'names' | 'queues'>

const START: KioskStep = { step: 'start' }

/** Returns the next step. Ignores events that do not fit the step, such as a second press. */
export function getNextStep(from: KioskStep, event: KioskEvent, rules: Rules): KioskStep {
  if (event.type === 'reset') return START
  if (event.type === 'back') return getStepBefore(from, rules)
  if (from.step === 'start' && event.type === 'language') {
    const { language } = event
    return rules.queues.length > 0
      ? { step: 'queue', language }
      : askName({ language, queueId: null }, rules)
  }
  if (from.step === 'queue' && event.type === 'queue') {
    return askName({ language: from.language, queueId: event.queueId }, rules)
  }
  if (from.step === 'name' && event.type === 'name') return submitName(from, event.name, rules)
  return from.step === 'sending' ? settle(from, event) : from
}

function askName(choice: Choice, { names }: Rules): KioskStep {
  return names === 'never'
    ? { ...choice, step: 'sending', name: null }
    : { ...choice, step: 'name' }
}

function submitName(from: Choice, name: string, { names }: Rules): KioskStep {
  const { language, queueId } = from
  if (names === 'required' && name === '') {
    return { step: 'name', language, queueId, problem: 'nameNeeded' }
  }
  return { step: 'sending', language, queueId, name: name || null }
}

function settle(from: Extract<KioskStep, { step: 'sending' }>, event: KioskEvent): KioskStep {
  const { language, queueId } = from
  if (event.type === 'registered') return { step: 'number', language, ...event.registration }
  if (event.type !== 'lost' && event.type !== 'refused') return from
  const field = event.type === 'refused' ? event.field : null
  if (field === 'queueId') return { step: 'queue', language, problem: 'queueGone' }
  if (field === 'name') return { step: 'name', language, queueId, problem: 'nameNeeded' }
  return { step: 'counter', language }
}

/** Returns the previous step, except during a request, which cannot be cancelled. */
function getStepBefore(from: KioskStep, { queues }: Rules): KioskStep {
  if (from.step === 'sending') return from
  if (from.step === 'name' && queues.length > 0) return { step: 'queue', language: from.language }
  return START
}
