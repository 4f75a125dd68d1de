import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { MAX_STOPS, MIN_STOPS } from '#domain/settings/gradient'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { describeDisabled } from '../../../ui/tooltips/describe.ts'
import type { PickedStop } from '../gradient-picker-state.ts'
import { ColorStop } from './ColorStop.tsx'

type Props = {
  stops: PickedStop[]
  onAdd(): void
  onColorChange(index: number, typed: string): void
  onMove(index: number, position: number): void
  onRemove(index: number): void
}

const FULL_MESSAGE = `A gradient can have up to ${MAX_STOPS} colors`

export function ColorStops({ stops, onAdd, onColorChange, onMove, onRemove }: Props) {
  const heading = useId()
  const list = useRef<HTMLOListElement>(null)
  const isFull = stops.length >= MAX_STOPS

  function add() {
    onAdd()
    requestAnimationFrame(() => {
      const added = list.current?.lastElementChild
      added?.scrollIntoView({ block: 'nearest' })
      // The tenth stop disables the button that has the focus.
      if (stops.length + 1 === MAX_STOPS) focusIn(added)
    })
  }

  function remove(index: number) {
    onRemove(index)
    const next = Math.min(index, stops.length - 2)
    requestAnimationFrame(() => focusIn(list.current?.children[next]))
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
            stop={stop}
            number={index + 1}
            onColorChange={typed => onColorChange(index, typed)}
            onMove={position => onMove(index, position)}
            onRemove={stops.length > MIN_STOPS ? () => remove(index) : undefined}
          />
        ))}
      </ol>
      {/* `Button` ignores double clicks; here each click adds a stop. */}
      <button
        type="button"
        className="button gradient-stops__add"
        {...describeDisabled(isFull ? FULL_MESSAGE : null)}
        onClick={isFull ? undefined : add}
      >
        <Plus size={16} aria-hidden />
        Add Color
      </button>
    </section>
  )
}

/** Focuses Remove, or the color if there is none. */
function focusIn(row: Element | null | undefined) {
  const place =
    row?.querySelector<HTMLElement>('button') ?? row?.querySelector<HTMLElement>('.input')
  place?.focus()
}
