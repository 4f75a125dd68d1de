import { useSignals } from '@preact/signals-react/runtime'
import { Check, Circle } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FIRST_STEPS, type FirstStep, type GettingStarted } from '#domain/getting-started'
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
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { STEP_TEXTS } from './first-steps.ts'
import './DashboardScreen.css'

const TICK_MS = 1_000

type Choice = 'clockConfirmed' | 'showGettingStarted'

export default function GettingStartedCard(initial: GettingStarted) {
  useSignals()
  const [{ state: shown, clock, busy, save }] = useState(() => createModel(initial))
  useWatch(shown, clock)
  const state = shown.data.value
  // All is done, or it was dismissed.
  if (state === null) return null
  const now = clock.now.value
  const open = FIRST_STEPS.filter(step => !state.isDone[step])
  const done = FIRST_STEPS.filter(step => state.isDone[step])
  return (
    <Card
      title="Getting Started"
      className="getting-started section"
      aside={
        <Button
          disabled={busy.value.has('showGettingStarted')}
          onClick={() => void save('showGettingStarted', false)}
        >
          Dismiss
        </Button>
      }
    >
      <p className="soft" role="status">
        {done.length} of {FIRST_STEPS.length} done
      </p>
      <ol className="first-steps">
        {open.map((step, index) => (
          <Step key={step} step={step} isOpen={index === 0}>
            {step === 'clock' && (
              <ClockStep
                now={now}
                timeZone={state.timeZone}
                isBusy={busy.value.has('clockConfirmed')}
                onConfirm={() => void save('clockConfirmed', true)}
              />
            )}
            {step === 'tv' && (
              <div className="first-steps__tv">
                <QrCode text={state.tvUrl} label="The TV's address" />
                <strong className="first-steps__url">{state.tvUrl}</strong>
                {state.tvUrlProblem && <Alert>{state.tvUrlProblem}</Alert>}
              </div>
            )}
          </Step>
        ))}
      </ol>
      {done.length > 0 && (
        <ul className="first-steps__done soft" aria-label="Done">
          {done.map(step => (
            <li key={step}>
              <Check size={16} aria-hidden />
              {STEP_TEXTS[step].title}
              {step === 'tv' && describeTvs(state, now)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function createModel(initial: GettingStarted) {
  const load = () => unwrap(api.dashboard['getting-started'].$get())
  const state = query<GettingStarted | null>('getting-started', load, initial, {
    every: POLL_MS.gettingStarted,
  })
  const { busy, mutate } = createMutations<Choice>(state.refetch)

  function save(key: Choice, isOn: boolean) {
    const settings = [{ key, value: String(isOn), category: 'display' as const }]
    return mutate({
      keys: [key],
      failed: 'Failed to save this.',
      send: headers => unwrap(api.settings.$put({ json: { settings } }, headers)),
    })
  }

  return { state, clock: createTicker(initial.now, TICK_MS), busy, save }
}

type StepProps = { step: FirstStep; isOpen: boolean; children?: ReactNode }

function Step({ step, isOpen, children }: StepProps) {
  const { title, text, link } = STEP_TEXTS[step]
  return (
    <li>
      <details open={isOpen}>
        <summary className="first-steps__title">
          <Circle size={16} aria-hidden />
          {title}
        </summary>
        <div className="first-steps__how">
          {text && <p>{text}</p>}
          {children}
          {link && (
            <a className="button" href={link.href}>
              {link.label}
            </a>
          )}
        </div>
      </details>
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
      <div className="first-steps__choice">
        <Button variant="primary" disabled={isBusy} onClick={onConfirm}>
          Yes
        </Button>
        <Button onClick={() => setWrong(true)}>No</Button>
      </div>
      {isWrong && (
        <p role="status">
          If only the hours differ, the time zone is wrong: it is {timeZone.name}. Start the program
          with another one, for example <code>--time-zone Asia/Singapore</code>. Otherwise set the
          clock of the clinic's computer, and let it follow the internet's time. Then restart the
          program.
        </p>
      )}
    </>
  )
}

/** '10:42, Monday 23 November' */
function formatNow(now: string, timeZone: TimeZone) {
  const day = getClinicDay(now, timeZone)
  const date = `${getWeekday(day)} ${Number(day.slice(8))} ${getMonth(day)}`
  return `${getClinicMinute(now, timeZone)}, ${date}`
}

/** ': HALL, seen 2 min ago' */
function describeTvs({ tvs }: GettingStarted, now: string) {
  if (tvs.length === 0) return ''
  const each = tvs.map(({ name, lastSeenAt }) => {
    const ms = Math.max(0, Date.parse(now) - Date.parse(lastSeenAt))
    return `${name}, ${ms < 60_000 ? 'seen now' : `seen ${formatDuration(ms, 1)} ago`}`
  })
  return `: ${each.join('; ')}`
}
