import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ChangeEvent, useId, useRef } from 'react'
import { DIRECTIONS, type Direction, MAX_STOPS, MIN_STOPS } from '#domain/settings/gradient'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import {
  hasColor,
  type PickedStop,
  type Picker,
  withAddedStop,
  withDirection,
  withoutStopAt,
  withStopColor,
  withStopPosition,
} from './gradient-picker-state.ts'

export type EditorProps = { picker: Picker; onChange(change: (previous: Picker) => Picker): void }

/** 0 degrees is up, 90 is right. */
const DIRECTION_OPTIONS = DIRECTIONS.map(degrees => ({
  value: String(degrees),
  label: (
    <>
      <ArrowUp size={16} style={{ rotate: `${degrees}deg` }} aria-hidden />
      {degrees}°
    </>
  ),
}))

export function VisualBuilder({ picker, onChange }: EditorProps) {
  return (
    <div className="stack">
      <Choice
        label="Direction"
        options={DIRECTION_OPTIONS}
        value={String(picker.direction)}
        // Safe: DIRECTIONS provides the options.
        onChange={value => onChange(current => withDirection(current, Number(value) as Direction))}
      />
      <ColorStops stops={picker.stops} onChange={onChange} />
    </div>
  )
}

type StopsProps = Pick<EditorProps, 'onChange'> & { stops: PickedStop[] }

function ColorStops({ stops, onChange }: StopsProps) {
  const heading = useId()
  const list = useRef<HTMLOListElement>(null)
  const isFull = stops.length >= MAX_STOPS

  function add() {
    onChange(withAddedStop)
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }),
    )
  }

  function remove(index: number) {
    onChange(current => withoutStopAt(current, index))
    const next = Math.min(index, stops.length - 2)
    requestAnimationFrame(() => {
      const row = list.current?.children[next]
      const control = row?.querySelector('button') ?? row?.querySelector<HTMLElement>('.input')
      control?.focus()
    })
  }

  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="section-title">
        Colors{' '}
        <span className="count">
          {stops.length} of {MAX_STOPS}
        </span>
      </h3>
      {stops.length === 0 && <EmptyState message="No colors yet" hint="Add two or more." />}
      <ol ref={list} className="stack stack--tight">
        {stops.map((stop, index) => (
          <ColorStop
            key={stop.id}
            {...{ stop, index, onChange }}
            onRemove={stops.length > MIN_STOPS ? () => remove(index) : undefined}
          />
        ))}
      </ol>
      <Button
        className="gradient-stops__add"
        disabledReason={isFull ? `A gradient can have up to ${MAX_STOPS} colors` : null}
        onClick={add}
      >
        <Plus size={16} aria-hidden />
        Add Color
      </Button>
    </section>
  )
}

type StopProps = Pick<EditorProps, 'onChange'> & {
  stop: PickedStop
  index: number
  onRemove: (() => void) | undefined
}

function ColorStop({ stop, index, onChange, onRemove }: StopProps) {
  const problem = useId()
  const isRefused = !hasColor(stop)
  const name = `Stop ${index + 1}`
  const changeColor = ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
    onChange(current => withStopColor(current, index, value))

  return (
    <li className="gradient-stop row">
      <input
        type="color"
        className="color-input__picker"
        aria-label={`${name} color picker`}
        value={stop.color}
        onChange={changeColor}
      />
      <input
        className="input gradient-stop__color"
        aria-label={`${name} color`}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? problem : undefined}
        value={stop.typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={changeColor}
      />
      <input
        type="range"
        className="slider"
        aria-label={`${name} position`}
        aria-valuetext={`${stop.position}%`}
        min={0}
        max={100}
        step={1}
        value={stop.position}
        onChange={({ target: { valueAsNumber } }) =>
          onChange(current => withStopPosition(current, index, valueAsNumber))
        }
      />
      <span className="gradient-stop__position soft">{stop.position}%</span>
      {onRemove && (
        <Button variant="quiet" aria-label={`Remove stop ${index + 1}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
          Remove
        </Button>
      )}
      {isRefused && (
        <p id={problem} className="field__problem full-line">
          Enter # and six characters (0-9, a-f), such as #3b82f6.
        </p>
      )}
    </li>
  )
}
