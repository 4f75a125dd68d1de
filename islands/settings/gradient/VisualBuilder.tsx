import { ColourStops } from './ColorStops.tsx'
import { DirectionChoice } from './DirectionChoice.tsx'
import {
  type Picker,
  withAddedStop,
  withDirection,
  withoutStopAt,
  withStopColour,
  withStopPosition,
} from './gradient-picker-state.ts'

type Props = { picker: Picker; onChange(change: (before: Picker) => Picker): void }

export function VisualBuilder({ picker, onChange }: Props) {
  return (
    <div className="gradient-builder">
      <DirectionChoice
        chosen={picker.direction}
        onChoose={direction => onChange(now => withDirection(now, direction))}
      />
      <ColourStops
        stops={picker.stops}
        onAdd={() => onChange(withAddedStop)}
        onColour={(index, typed) => onChange(now => withStopColour(now, index, typed))}
        onMove={(index, position) => onChange(now => withStopPosition(now, index, position))}
        onRemove={index => onChange(now => withoutStopAt(now, index))}
      />
    </div>
  )
}
