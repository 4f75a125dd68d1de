import { useSignals } from '@preact/signals-react/runtime'
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
import { CounterStep, SendingStep } from './steps/MessageSteps.tsx'
import { NameStep } from './steps/NameStep.tsx'
import { NumberStep } from './steps/NumberStep.tsx'
import { QueueStep } from './steps/QueueStep.tsx'
import { StartStep } from './steps/StartStep.tsx'
import './KioskScreen.css'

type Props = { token: string; view: KioskView; languages: Language[] }

export default function KioskScreen({ token, view, languages }: Props) {
  useSignals()
  const [model] = useState(() => createKioskModel({ token, view }))
  useWatch(model)
  useEffect(() => saveToken(token), [token])
  useEffect(() => stayOnPage(model.back), [model])
  useEffect(preloadQrCode, [])
  useKeys(model)
  const step = model.step.value
  const language = 'language' in step ? step.language : (languages[0] ?? 'en')
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const { clinicName, logoUrl } = model.view.value

  return (
    <main className="kiosk" lang={language} data-step={step.step}>
      {step.step !== 'start' && (
        <header className="kiosk__head">
          {logoUrl && <img className="kiosk__mark" src={logoUrl} alt="" />}
          <p>{clinicName}</p>
        </header>
      )}
      <CurrentStep model={model} step={step} languages={languages} />
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

type StepProps = { model: KioskModel; step: KioskStep; languages: Language[] }

/** Each new step takes the focus, but the start screen does not when the page opens. */
function CurrentStep({ model, step, languages }: StepProps) {
  const hasBegun = useRef(false)
  useEffect(() => {
    hasBegun.current = true
  }, [])
  const view = model.view.value
  const { send, back } = model
  switch (step.step) {
    case 'start':
      return (
        <StartStep
          view={view}
          isAway={model.isAway.value}
          languages={languages}
          takesFocus={hasBegun.current}
          onChoose={language => send({ type: 'language', language })}
        />
      )
    case 'queue':
      return (
        <QueueStep
          {...step}
          queues={view.queues}
          onChoose={queueId => send({ type: 'queue', queueId })}
          onBack={back}
        />
      )
    case 'name':
      return (
        <NameStep
          {...step}
          isRequired={view.names === 'required'}
          onSubmit={name => send({ type: 'name', name })}
          onBack={back}
        />
      )
    case 'sending':
      return <SendingStep {...step} />
    case 'number':
      return <NumberStep {...step} prints={view.prints} onDone={model.finish} />
    case 'counter':
      return <CounterStep {...step} />
  }
}

/** Returns the text that a screen reader says in addition to the focused heading. */
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
