import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { cleanName } from '#domain/names'
import { getRoomNameProblem, type RoomInput } from '#domain/rooms/room'
import { Button } from '../ui/buttons/Button.tsx'

type Props = { isBusy: boolean; onAdd(input: RoomInput): Promise<boolean> }

export function AddRoom({ isBusy, onAdd }: Props) {
  const [name, setName] = useState('')
  const problemId = useId()
  const problem = getRoomNameProblem(name)

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Text typed meanwhile belongs to the next room.
    if (await onAdd({ name })) setName(current => (current === name ? '' : current))
  }

  return (
    <form className="inline-form" onSubmit={submit}>
      <label className="field">
        <span className="field__label">Room Name</span>
        <input
          className="input"
          value={name}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          placeholder="Room 6 - Dr. Lim"
          autoComplete="off"
          onChange={event => setName(event.target.value)}
        />
      </label>
      <Button
        type="submit"
        variant="primary"
        disabled={isBusy || cleanName(name) === '' || problem !== null}
      >
        <Plus size={18} aria-hidden />
        Add
      </Button>
      {problem && (
        <p className="field__problem inline-form__problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
