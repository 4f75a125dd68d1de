import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { KioskSentences } from '#domain/kiosk/kiosk-languages'
import { PATIENT_FIELDS } from '#domain/patients/patient-fields'
import { cleanName } from '#domain/text'
import { fill } from '../../ticket/describe-ticket.ts'
import { useMaskedInput } from '../../ui/hooks/use-masked-input.ts'
import { BackButton, Press, Problem, Step } from './Step.tsx'

type Props = {
  sentences: KioskSentences
  problem: keyof KioskSentences | undefined
  isRequired: boolean
  onSubmit(name: string): void
  onBack(): void
}

export function NameStep({ sentences, problem, isRequired, onSubmit, onBack }: Props) {
  const [name, setName] = useState('')
  const { field, isCut } = useMaskedInput(name, toTypedName, setName)
  const input = useRef<HTMLInputElement>(null)
  const isEmpty = cleanName(name) === ''
  // Focuses the field again after a rejection, so that the patient can correct the name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `problem` changes
  useEffect(() => input.current?.focus(), [problem])

  function submit(event: FormEvent) {
    event.preventDefault()
    // An empty field does not count as "Without a name".
    if (!isEmpty || isRequired) onSubmit(cleanName(name))
  }

  return (
    <Step title={sentences.who} takesFocus={false}>
      <form className="kiosk__form" onSubmit={submit} autoComplete="off" noValidate>
        <input
          ref={input}
          className="kiosk__input"
          // Marks the field, so that a scanner's Enter does not issue a number.
          data-step
          aria-label={sentences.name}
          aria-describedby="kiosk-name-hint"
          aria-invalid={problem !== undefined && isEmpty}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          {...field}
        />
        <p id="kiosk-name-hint" className="kiosk__hint" role="status">
          {isCut && fill(sentences.cut, { max: String(PATIENT_FIELDS.name.max) })}
          {!isCut && !isRequired && sentences.nameOptional}
        </p>
        <Problem>{problem && isEmpty ? sentences[problem] : null}</Problem>
        <div className="kiosk__choices kiosk__actions">
          <Press type="submit" className="kiosk__press--primary" disabled={isEmpty && !isRequired}>
            {sentences.take}
          </Press>
          {!isRequired && <Press onPress={() => onSubmit('')}>{sentences.withoutName}</Press>}
        </div>
      </form>
      <BackButton onBack={onBack}>{sentences.back}</BackButton>
    </Step>
  )
}

/** Removes digits, because they come from scanned cards or packets. */
function toTypedName(input: string) {
  return PATIENT_FIELDS.name.toInput(input.replace(/\p{Nd}/gu, ''))
}
