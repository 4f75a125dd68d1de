import { useSignals } from '@preact/signals-react/runtime'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { FirstStep, GettingStarted } from '#domain/getting-started'
import { listValues } from '#domain/settings/settings'
import type { SettingTexts } from '#domain/settings-record'
import {
  formatDuration,
  getClinicDay,
  getClinicMinute,
  getMonth,
  getWeekday,
  type TimeZone,
} from '#domain/time'
import { api, unwrap } from '../data/api.ts'
import { createMutations } from '../data/mutation.ts'
import { STAFF_POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { describe } from '../ui/tooltips/describe.ts'
import { PARTS, STEP_TEXTS } from './first-steps.ts'
import './GettingStartedCard.css'

export default function GettingStartedCard(initial: GettingStarted) {
  useSignals()
  const [model] = useState(() => createGettingStarted(initial))
  const [opened, setOpened] = useState<string | null>(null)
  useWatch(model.state, model.clock)
  const state = model.state.data.value
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
        <ol className="first-steps small medium">
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
          className="icon-button getting-started__close soft"
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

type StepProps = {
  step: FirstStep
  state: GettingStarted
  model: ReturnType<typeof createGettingStarted>
}

function StepText({ step, state, model: { clock, busy, confirmDay, applyCalm } }: StepProps) {
  useSignals()
  const { title, text, link } = STEP_TEXTS[step]
  const now = clock.now.value
  const isBusy = busy.value.size > 0
  if (state.isDone[step]) {
    return (
      <li className="first-steps__step stack stack--tight soft">
        Done: {title}
        {step === 'tv' && describeTvs(state, now)}
      </li>
    )
  }
  return (
    <li className="first-steps__step stack stack--tight">
      <h3>{title}</h3>
      {text && <p>{text}</p>}
      {step === 'clock' && (
        <ClockStep
          now={now}
          timeZone={state.timeZone}
          isBusy={isBusy}
          onConfirm={() => void confirmDay(getClinicDay(now, state.timeZone))}
        />
      )}
      <div className="row">
        {step === 'look' && (
          <Button disabled={isBusy} onClick={applyCalm}>
            Use the Calm design
          </Button>
        )}
        {link && (
          <a className="button" href={link.href}>
            {link.label}
          </a>
        )}
      </div>
    </li>
  )
}

type ClockProps = { now: string; timeZone: TimeZone; isBusy: boolean; onConfirm(): void }

function ClockStep({ now, timeZone, isBusy, onConfirm }: ClockProps) {
  const [isWrong, setWrong] = useState(false)
  return (
    <>
      <p>
        <strong>Is it {formatNow(now, timeZone)}?</strong>
      </p>
      <div className="row">
        <Button disabled={isBusy} onClick={onConfirm}>
          Yes
        </Button>
        <Button onClick={() => setWrong(true)}>No</Button>
      </div>
      {isWrong && (
        <p role="status">
          Only the hour is wrong? Then the time zone is wrong. It is set to {timeZone.name}. Start
          the program with another one, for example <code>--time-zone Asia/Singapore</code>.
          Otherwise, correct the computer's clock, turn on automatic time, and restart the program.
        </p>
      )}
    </>
  )
}

function formatNow(now: string, timeZone: TimeZone) {
  const day = getClinicDay(now, timeZone)
  const date = `${getWeekday(day)} ${Number(day.slice(8))} ${getMonth(day)}`
  return `${getClinicMinute(now, timeZone)}, ${date}`
}

/** Returns for example ': HALL, seen 2 min ago'. */
function describeTvs({ tvs }: GettingStarted, now: string) {
  if (tvs.length === 0) return ''
  const each = tvs.map(({ name, lastSeenAt }) => {
    const ms = Math.max(0, Date.parse(now) - Date.parse(lastSeenAt))
    return `${name}, ${ms < 60_000 ? 'seen now' : `seen ${formatDuration(ms, 1)} ago`}`
  })
  return `: ${each.join('; ')}`
}

const TICK_MS = 1_000

function createGettingStarted(initial: GettingStarted) {
  const load = () => unwrap(api.dashboard['getting-started'].$get())
  const state = query<GettingStarted | null>('getting-started', load, initial, {
    every: STAFF_POLL_MS.gettingStarted,
  })
  const { busy, mutate } = createMutations<'clock' | 'settings'>(state.refetch)

  function save(values: Partial<SettingTexts>, done?: [string]) {
    const settings = listValues(values)
    return mutate({
      keys: ['settings'],
      ...(done ? { done } : {}),
      failed: 'Failed to save this.',
      send: () => unwrap(api.settings.$put({ json: { settings } })),
    })
  }

  function confirmDay(day: string) {
    return mutate({
      keys: ['clock'],
      failed: 'Failed to save this.',
      send: () => unwrap(api.clock.confirm.$post({ json: { day } })),
    })
  }

  async function applyCalm() {
    const { LOOKS } = await import('../settings/looks.ts')
    const calm = LOOKS.find(({ name }) => name === 'Calm')
    if (calm) await save(calm.settings, ['Settings saved successfully'])
  }

  return { state, clock: createTicker(initial.now, TICK_MS), busy, save, confirmDay, applyCalm }
}
