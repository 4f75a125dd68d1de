import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { FirstStep, GettingStarted } from '#domain/getting-started'
import {
  formatDuration,
  getClinicDay,
  getClinicMinute,
  getMonth,
  getWeekday,
  type TimeZone,
} from '#domain/time'
import { Button } from '../ui/buttons/Button.tsx'
import { STEP_TEXTS } from './first-steps.ts'
import type { GettingStartedModel } from './getting-started-model.ts'

type StepProps = { step: FirstStep; state: GettingStarted; model: GettingStartedModel }

export function StepText({
  step,
  state,
  model: { clock, busy, confirmDay, applyCalm },
}: StepProps) {
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
            Use the look Calm
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
          If only the hours differ, the time zone is wrong: it is {timeZone.name}. Start the program
          with another one, for example <code>--time-zone Asia/Singapore</code>. Otherwise set the
          clock of the clinic's computer, and let it follow the internet's time. Then restart the
          program.
        </p>
      )}
    </>
  )
}

/** Returns for example '10:42, Monday 23 November'. */
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
