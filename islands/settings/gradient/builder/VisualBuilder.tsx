import { ArrowUp } from 'lucide-react'
import { DIRECTIONS, type Direction } from '#domain/settings/gradient'
import { Choice } from '../../../ui/fields/Choice.tsx'
import {
  type Picker,
  withAddedStop,
  withDirection,
  withoutStopAt,
  withStopColor,
  withStopPosition,
} from '../gradient-picker-state.ts'
import { ColorStops } from './ColorStops.tsx'

type Props = { picker: Picker; onChange(change: (previous: Picker) => Picker): void }

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

export function VisualBuilder({ picker, onChange }: Props) {
  return (
    <div className="stack">
      <Choice
        label="Direction"
        options={DIRECTION_OPTIONS}
        value={String(picker.direction)}
        // The options are made of DIRECTIONS.
        onChange={value => onChange(current => withDirection(current, Number(value) as Direction))}
      />
      <ColorStops
        stops={picker.stops}
        onAdd={() => onChange(withAddedStop)}
        onColorChange={(index, typed) => onChange(current => withStopColor(current, index, typed))}
        onMove={(index, position) =>
          onChange(current => withStopPosition(current, index, position))
        }
        onRemove={index => onChange(current => withoutStopAt(current, index))}
      />
    </div>
  )
}
