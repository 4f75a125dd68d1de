import { ChevronRight } from 'lucide-react'
import { KIOSK_LANGUAGES } from '#domain/kiosk/kiosk-languages'
import type { PatientQueue } from '#domain/queues/patient-queue'
import type { KioskStep } from '../kiosk-steps.ts'
import { BackButton, Press, Problem, Step } from './Step.tsx'

type Props = Extract<KioskStep, { step: 'queue' }> & {
  queues: PatientQueue[]
  onChoose(queueId: number | null): void
  onBack(): void
}

/** Asks for the queue. Patients who find no match choose "other" and have no queue. */
export function QueueStep({ language, problem, queues, onChoose, onBack }: Props) {
  const { sentences } = KIOSK_LANGUAGES[language]
  const choices = [...queues, { id: null, name: sentences.other }]
  return (
    <Step title={sentences.why}>
      <Problem>{problem ? sentences[problem] : null}</Problem>
      <ul className="kiosk__choices">
        {choices.map(({ id, name }) => (
          <li key={id}>
            <Press className="kiosk__choice" onPress={() => onChoose(id)}>
              <strong className="kiosk__choice-text">{name}</strong>
              <ChevronRight aria-hidden />
            </Press>
          </li>
        ))}
      </ul>
      <BackButton onBack={onBack}>{sentences.back}</BackButton>
    </Step>
  )
}
