import { useSignals } from '@preact/signals-react/runtime'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { FirstStep, GettingStarted } from '#domain/getting-started'
import { Button } from '../ui/buttons/Button.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { describe } from '../ui/tooltips/describe.ts'
import { PARTS, STEP_TEXTS } from './first-steps.ts'
import { createGettingStarted } from './getting-started-model.ts'
import { StepText } from './StepText.tsx'
import './GettingStartedCard.css'

export default function GettingStartedCard(initial: GettingStarted) {
  useSignals()
  const [model] = useState(() => createGettingStarted(initial))
  const [opened, setOpened] = useState<string | null>(null)
  useWatch(model.state, model.clock)
  const state = model.state.data.value
  // The state is null if all steps are done or the card was dismissed.
  if (state === null) return null
  const parts = PARTS.map(part => ({ ...part, next: part.steps.find(step => !state.isDone[step]) }))
  const nextPart = parts.find(({ next }) => next)
  const openedPart = parts.find(({ title }) => title === opened)
  const toggle = (title: string) => setOpened(opened === title ? null : title)

  return (
    <section className="getting-started frame" aria-labelledby="getting-started">
      <div className="getting-started__bar line">
        <div>
          <h2 id="getting-started" className="card__title">
            Getting started
          </h2>
          <p className="soft small small--tight" role="status">
            {parts.filter(({ next }) => !next).length} of {parts.length} done
          </p>
        </div>
        <ol className="first-steps">
          {parts.map(part => (
            <li key={part.title} data-state={toPartState(part, nextPart)}>
              <button
                type="button"
                className="first-steps__part"
                aria-expanded={part === openedPart}
                onClick={() => toggle(part.title)}
              >
                <span className="first-steps__mark centered">
                  {!part.next && <Check size={14} aria-label="Done: " />}
                </span>
                {part.title}
              </button>
            </li>
          ))}
        </ol>
        {nextPart?.next && (
          <NextButton step={nextPart.next} onExplain={() => setOpened(nextPart.title)} />
        )}
        <button
          type="button"
          className="icon-button getting-started__close"
          aria-label="Dismiss"
          onClick={() => void model.save({ showGettingStarted: 'false' })}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
      {openedPart && (
        <ul className="first-steps__panel">
          {openedPart.steps.map(step => (
            <StepText key={step} step={step} state={state} model={model} />
          ))}
        </ul>
      )}
    </section>
  )
}

type Part = { title: string; next: FirstStep | undefined }

function toPartState(part: Part, nextPart: Part | undefined) {
  if (part === nextPart) return 'next'
  return part.next ? 'open' : 'done'
}

function NextButton({ step, onExplain }: { step: FirstStep; onExplain(): void }) {
  const { text, link } = STEP_TEXTS[step]
  return link ? (
    <a className="button button--primary" href={link.href} {...describe(text)}>
      {link.label}
    </a>
  ) : (
    <Button variant="primary" onClick={onExplain}>
      Check the clock
    </Button>
  )
}
