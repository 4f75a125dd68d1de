import { ArrowUp } from 'lucide-react'
import { useId } from 'react'
import { DIRECTIONS, type Direction } from '#domain/settings/gradient'
import './DirectionChoice.css'

type Props = { selected: Direction; onSelect(direction: Direction): void }

/** 0 degrees is up, 90 is right. */
export function DirectionChoice({ selected, onSelect }: Props) {
  const name = useId()
  return (
    <fieldset className="gradient-directions">
      <legend className="gradient-picker__heading">Direction</legend>
      {DIRECTIONS.map(direction => (
        <label key={direction} className="gradient-direction" data-degrees={direction}>
          <input
            type="radio"
            name={name}
            checked={direction === selected}
            onChange={() => onSelect(direction)}
          />
          <ArrowUp size={18} style={{ rotate: `${direction}deg` }} aria-hidden />
          {direction}°
        </label>
      ))}
    </fieldset>
  )
}
