import { useSignals } from '@preact/signals-react/runtime'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KioskView } from '#domain/kiosk/kiosk'
import { KIOSK_LANGUAGES } from '#domain/kiosk/kiosk-languages'
import type { Language } from '#domain/tickets/languages'
import { saveToken } from '../data/storage.ts'
import { drawQrCode } from '../ui/draw-qr-code.ts'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { createKioskModel, type KioskModel } from './kiosk-model.ts'
import type { KioskStep } from './kiosk-steps.ts'
import { stayOnPage } from './stay-on-page.ts'
import { NameStep } from './steps/NameStep.tsx'
import { NumberStep } from './steps/NumberStep.tsx'
import { StartStep } from './steps/StartStep.tsx'
import { BackButton, Press, Problem, Step } from './steps/Step.tsx'
import './KioskScreen.css'

type Props = { token: string; view: KioskView; languages: Language[] }

export default function KioskScreen({ token, view: initial, languages }: Props) {
  useSignals()
  const [model] = useState(() => createKioskModel({ token, view: initial }))
  useWatch(model)
  useEffect(() => saveToken(token), [token])
  useEffect(() => stayOnPage(model.back), [model])
  useEffect(preloadQrCode, [])
  useKeys(model)
  const step = model.step.value
  const view = model.view.value
  const language = 'language' in step ? step.language : (languages[0] ?? 'en')
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  return (
    <main className="kiosk" lang={language} data-step={step.step}>
      {step.step !== 'start' && (
        <header className="kiosk__head">
          {view.logoUrl && <img className="kiosk__mark" src={view.logoUrl} alt="" />}
          <p>{view.clinicName}</p>
        </header>
      )}
      <CurrentStep {...{ model, step, view, languages }} isAway={model.isAway.value} />
      <p className="visually-hidden" role="status">
        {describe(step)}
      </p>
    </main>
  )
}

/** Loads the code early, because an update replaces its file while this page is open. */
function preloadQrCode() {
  void drawQrCode('1').catch(() => {})
}

type StepProps = {
  model: KioskModel
  step: KioskStep
  view: KioskView
  languages: Language[]
  isAway: boolean
}

/** Each new step takes the focus, but the start screen does not when the page opens. */
function CurrentStep({ model, step, view, languages, isAway }: StepProps) {
  const hasBegun = useRef(false)
  useEffect(() => {
    hasBegun.current = true
  }, [])
  const { send, back } = model
  if (step.step === 'start') {
    return (
      <StartStep
        {...{ view, isAway, languages }}
        takesFocus={hasBegun.current}
        onChoose={language => send({ type: 'language', language })}
      />
    )
  }
  const { sentences } = KIOSK_LANGUAGES[step.language]
  switch (step.step) {
    case 'queue':
      return (
        <Step key="queue" title={sentences.why}>
          <Problem>{step.problem ? sentences[step.problem] : null}</Problem>
          <ul className="kiosk__choices">
            {/* Patients who find no match choose "other" and have no queue. */}
            {[...view.queues, { id: null, name: sentences.other }].map(({ id, name }) => (
              <li key={id}>
                <Press
                  className="kiosk__choice"
                  onPress={() => send({ type: 'queue', queueId: id })}
                >
                  <strong className="kiosk__choice-text">{name}</strong>
                  <ChevronRight aria-hidden />
                </Press>
              </li>
            ))}
          </ul>
          <BackButton onBack={back}>{sentences.back}</BackButton>
        </Step>
      )
    case 'name':
      return (
        <NameStep
          problem={step.problem}
          sentences={sentences}
          isRequired={view.names === 'required'}
          onSubmit={name => send({ type: 'name', name })}
          onBack={back}
        />
      )
    case 'sending':
      return (
        <Step key="sending" title={sentences.wait}>
          <span className="spinner kiosk__spinner" aria-hidden />
        </Step>
      )
    case 'number':
      return <NumberStep {...step} {...{ sentences }} prints={view.prints} onDone={model.finish} />
    case 'counter':
      // The server may have given the patient a number.
      return <Step key="counter" title={sentences.counter} />
  }
}

function describe(step: KioskStep) {
  if (step.step === 'start') return ''
  const { sentences } = KIOSK_LANGUAGES[step.language]
  if (step.step === 'number') return `${sentences.yourNumber}: ${step.label}. ${sentences.seat}`
  return 'problem' in step && step.problem ? sentences[step.problem] : ''
}

function useKeys({ step, back, finish }: KioskModel) {
  useEffect(() => {
    function handleKey({ key, repeat, target }: KeyboardEvent) {
      const isPress = key === 'Enter' && !(target instanceof HTMLButtonElement)
      if (repeat || (key !== 'Escape' && !isPress)) return
      if (step.value.step === 'number') finish()
      else if (key === 'Escape') back()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [step, back, finish])
}
