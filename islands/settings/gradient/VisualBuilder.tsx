import { ColorStops } from './ColorStops.tsx'
import { DirectionChoice } from './DirectionChoice.tsx'
import {
  type Picker,
  withAddedStop,
  withDirection,
  withoutStopAt,
  withStopColor,
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
      <ColorStops
        stops={picker.stops}
        onAdd={() => onChange(withAddedStop)}
        onColour={(index, typed) => onChange(now => withStopColor(now, index, typed))}
        onMove={(index, position) => onChange(now => withStopPosition(now, index, position))}
        onRemove={index => onChange(now => withoutStopAt(now, index))}
      />
    </div>
  )
}
