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

/** Whether the patient has a number is not known: reception sees it. */
export function CounterStep({ language }: Props) {
  return <Step title={KIOSK_LANGUAGES[language].sentences.counter}>{null}</Step>
}
