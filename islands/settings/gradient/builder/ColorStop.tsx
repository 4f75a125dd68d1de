import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/buttons/Button.tsx'
import { hasColor, type PickedStop } from '../gradient-picker-state.ts'
import './ColorStop.css'

type Props = {
  stop: PickedStop
  number: number
  onColorChange(typed: string): void
  onMove(position: number): void
  onRemove?: () => void
}

export function ColorStop({ stop, number, onColorChange, onMove, onRemove }: Props) {
  const problem = useId()
  const isRefused = !hasColor(stop)
  const name = `Stop ${number}`

  return (
    <li className="gradient-stop">
      <input
        type="color"
        className="color-input__picker"
        aria-label={`${name} color picker`}
        value={stop.color}
        onChange={({ target }) => onColorChange(target.value)}
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
        onChange={({ target }) => onColorChange(target.value)}
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
        onChange={({ target }) => onMove(target.valueAsNumber)}
      />
      <span className="gradient-stop__position">{stop.position}%</span>
      {onRemove && (
        <Button variant="quiet" aria-label={`Remove stop ${number}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
          Remove
        </Button>
      )}
      {isRefused && (
        <p id={problem} className="field__problem gradient-stop__problem">
          Enter # and six characters (0-9, a-f), such as #3b82f6.
        </p>
      )}
    </li>
  )
}
