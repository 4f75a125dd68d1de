import { KIOSK_LANGUAGES } from '#domain/kiosk/kiosk-languages'
import type { Language } from '#domain/tickets/languages'
import { Step } from './Step.tsx'

type Props = { language: Language }

export function SendingStep({ language }: Props) {
  return (
    <Step title={KIOSK_LANGUAGES[language].sentences.wait}>
      <span className="spinner kiosk__spinner" aria-hidden />
    </Step>
  )
}

/** Sends the patient to reception, because it is unknown whether they have a number. */
export function CounterStep({ language }: Props) {
  return <Step title={KIOSK_LANGUAGES[language].sentences.counter}>{null}</Step>
}
