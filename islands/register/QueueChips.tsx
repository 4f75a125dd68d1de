import { useEffect, useEffectEvent } from 'react'
import { GENERAL, type PatientQueue } from '#domain/queues/patient-queue'
import '../ui/fields/Choice.css'

type Props = {
  queues: PatientQueue[]
  /** Id of the chosen queue, or null for General. */
  chosenId: number | null
  onChoose(id: number | null): void
  onPointed(): void
}

/** Alt and a digit choose a queue from anywhere on the screen. */
export function QueueChips({ queues, chosenId, onChoose, onPointed }: Props) {
  const choices = [{ id: null, name: GENERAL }, ...queues]
  const choose = useEffectEvent((index: number) => {
    const choice = choices[index]
    if (choice) onChoose(choice.id)
  })

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // Uses the key's position, because with Alt a Mac types another character.
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
      if (!digit || !event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      choose(Number(digit) - 1)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <fieldset className="queue-chips row">
      <legend className="queue-chips__legend small strong">Queue</legend>
      {choices.map(({ id, name }, index) => (
        <label key={id} className="queue-chip choice__option line breakable" translate="no">
          <input
            type="radio"
            name="queue"
            className="choice__input"
            checked={id === chosenId}
            aria-keyshortcuts={index < 9 ? `Alt+${index + 1}` : undefined}
            onChange={() => onChoose(id)}
            onClick={({ detail }) => detail > 0 && onPointed()}
          />
          {name}
          {index < 9 && <kbd aria-hidden>Alt {index + 1}</kbd>}
        </label>
      ))}
    </fieldset>
  )
}
