import { useSignals } from '@preact/signals-react/runtime'
import { Check, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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
import { POLL_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker } from '../data/server-clock.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { useWatch } from '../ui/hooks/use-watch.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { EXPLAINED, STEP_GROUPS, STEP_TEXTS } from './first-steps.ts'
import './GettingStartedCard.css'

const TICK_MS = 1_000

type StepGroup = (typeof STEP_GROUPS)[number]

export default function GettingStartedCard(initial: GettingStarted) {
  useSignals()
  const [{ state: shown, clock, busy, save, applyCalm }] = useState(() => createModel(initial))
  const [opened, setOpened] = useState<string | null>(null)
  useWatch(shown, clock)
  const state = shown.data.value
  // All is done, or it was dismissed.
  if (state === null) return null
  const now = clock.now.value
  const { isDone } = state
  const isOpen = ({ steps }: StepGroup) => steps.some(step => !isDone[step])
  const next = STEP_GROUPS.find(isOpen)
  const shownGroup = STEP_GROUPS.find(({ title }) => title === opened)
  const isBusy = busy.value.size > 0
  const doneCount = STEP_GROUPS.filter(group => !isOpen(group)).length
  const toggle = (title: string) => setOpened(opened === title ? null : title)

  /** What a step has beside its text and link. */
  const extras: Partial<Record<FirstStep, ReactNode>> = {
    clock: (
      <ClockStep
        now={now}
        timeZone={state.timeZone}
        isBusy={isBusy}
        onConfirm={() => void save({ clockConfirmed: 'true' })}
      />
    ),
    tv: (
      <div className="first-steps__tv">
        <QrCode text={state.tvUrl} label="The TV's address" />
        <strong className="first-steps__url">{state.tvUrl}</strong>
        {state.tvUrlProblem && <Alert>{state.tvUrlProblem}</Alert>}
      </div>
    ),
    look: (
      <Button disabled={isBusy} onClick={applyCalm}>
        Use the look Calm
      </Button>
    ),
  }
  return (
    <section className="getting-started frame" aria-labelledby="getting-started">
      <div className="getting-started__bar">
        <div>
          <h2 id="getting-started" className="getting-started__title">
            Getting started
          </h2>
          <p className="soft" role="status">
            {doneCount} of {STEP_GROUPS.length} done
          </p>
        </div>
        <ol className="first-steps">
          {STEP_GROUPS.map(group => (
            <li
              key={group.title}
              data-state={isOpen(group) ? (group === next ? 'next' : 'open') : 'done'}
            >
              <button
                type="button"
                className="first-steps__title"
                aria-expanded={group === shownGroup}
                onClick={() => toggle(group.title)}
              >
                <span className="first-steps__mark">
                  {!isOpen(group) && <Check size={14} aria-hidden />}
                </span>
                <span>
                  {!isOpen(group) && <span className="visually-hidden">Done: </span>}
                  {group.title}
                </span>
              </button>
            </li>
          ))}
        </ol>
        {next && (
          <NextButton
            group={next}
            isDone={isDone}
            isExplained={next === shownGroup}
            onExplain={() => toggle(next.title)}
          />
        )}
        <button
          type="button"
          className="icon-button getting-started__close"
          aria-label="Dismiss"
          disabled={isBusy}
          onClick={() => void save({ showGettingStarted: 'false' })}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
      {shownGroup && (
        <ul className="first-steps__panel">
          {shownGroup.steps.map(step => (
            <Step key={step} step={step} isDone={isDone[step]} seen={describeTvs(step, state, now)}>
              {extras[step]}
            </Step>
          ))}
        </ul>
      )}
    </section>
  )
}

type NextProps = {
  group: StepGroup
  isDone: GettingStarted['isDone']
  isExplained: boolean
  onExplain(): void
}

function NextButton({ group, isDone, isExplained, onExplain }: NextProps) {
  const step = group.steps.find(one => !isDone[one])
  if (!step) return null
  const { link } = STEP_TEXTS[step]
  const explained = EXPLAINED[step]
  if (!link || explained) {
    return (
      <Button
        variant={isExplained ? 'plain' : 'primary'}
        aria-expanded={isExplained}
        onClick={onExplain}
      >
        {explained}
      </Button>
    )
  }
  return (
    <a className="button button--primary" href={link.href}>
      {link.label}
    </a>
  )
}

function createModel(initial: GettingStarted) {
  const load = () => unwrap(api.dashboard['getting-started'].$get())
  const state = query<GettingStarted | null>('getting-started', load, initial, {
    every: POLL_MS.gettingStarted,
  })
  const { busy, mutate } = createMutations<'settings'>(state.refetch)

  function save(values: Partial<SettingTexts>, done?: [string]) {
    const settings = listValues(values)
    return mutate({
      keys: ['settings'],
      ...(done ? { done } : {}),
      failed: 'Failed to save this.',
      send: headers => unwrap(api.settings.$put({ json: { settings } }, headers)),
    })
  }

  /** Loaded when it is wanted: most visits choose no look. */
  async function applyCalm() {
    const { LOOKS } = await import('../settings/looks.ts')
    const calm = LOOKS.find(({ name }) => name === 'Calm')
    if (calm) await save(calm.settings, ['Settings saved successfully'])
  }

  return { state, clock: createTicker(initial.now, TICK_MS), busy, save, applyCalm }
}

type StepProps = { step: FirstStep; isDone: boolean; seen: string; children?: ReactNode }

function Step({ step, isDone, seen, children }: StepProps) {
  const { title, text, link } = STEP_TEXTS[step]
  if (isDone) {
    return (
      <li className="first-steps__done soft">
        <Check size={16} aria-hidden />
        <span>
          <span className="visually-hidden">Done: </span>
          {title}
          {seen}
        </span>
      </li>
    )
  }
  return (
    <li className="first-steps__how">
      <h3>{title}</h3>
      {text && <p>{text}</p>}
      {children}
      {link && (
        <a className="button" href={link.href}>
          {link.label}
        </a>
      )}
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

/** ': HALL, seen 2 minutes ago' */
function describeTvs(step: FirstStep, { tvs }: GettingStarted, now: string) {
  if (step !== 'tv' || tvs.length === 0) return ''
  const each = tvs.map(({ name, lastSeenAt }) => {
    const ms = Math.max(0, Date.parse(now) - Date.parse(lastSeenAt))
    return `${name}, ${ms < 60_000 ? 'seen now' : `seen ${formatDuration(ms, 1)} ago`}`
  })
  return `: ${each.join('; ')}`
}
