import {
  type Picker,
  withAddedStop,
  withDirection,
  withoutStopAt,
  withStopColor,
  withStopPosition,
} from '../gradient-picker-state.ts'
import { ColorStops } from './ColorStops.tsx'
import { DirectionChoice } from './DirectionChoice.tsx'
import './VisualBuilder.css'

type Props = { picker: Picker; onChange(change: (previous: Picker) => Picker): void }

export function VisualBuilder({ picker, onChange }: Props) {
  return (
    <div className="gradient-builder">
      <DirectionChoice
        selected={picker.direction}
        onSelect={direction => onChange(current => withDirection(current, direction))}
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
