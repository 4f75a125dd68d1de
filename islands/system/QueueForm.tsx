import { type FormEvent, useId, useState } from 'react'
import { type ClinicQueue, listActive, type QueueInput } from '#domain/queues/patient-queue'
import { getPrefixProblem, getQueueNameProblem, toPrefix } from '#domain/queues/validate-queue'
import { getCallableRooms, type Room } from '#domain/rooms/room'
import { cleanName } from '#domain/text'
import { Button } from '../ui/buttons/Button.tsx'
import './QueueForm.css'

type Props = {
  /** Null for a new one. */
  queue: ClinicQueue | null
  rooms: Room[]
  queues: ClinicQueue[]
  isBusy: boolean
  onSave(input: QueueInput): void
  onCancel(): void
}

const NEW: QueueInput = { name: '', prefix: '', roomIds: [], servesGeneral: false, isActive: true }

export function QueueForm({ queue, rooms, queues, isBusy, onSave, onCancel }: Props) {
  // What is not edited here stays as another administrator leaves it.
  const [edits, setEdits] = useState<Partial<QueueInput>>({})
  const input: QueueInput = { ...NEW, ...queue, ...edits }
  const id = useId()
  const { name, prefix, roomIds, servesGeneral, isActive } = input
  const problem = getQueueNameProblem(name) ?? getPrefixProblem(prefix)
  const callable = getCallableRooms(rooms)
  const sharing = listSharing(queues, { id: queue?.id, prefix: toPrefix(prefix) })
  const choices = rooms.filter(room => callable.includes(room) || roomIds.includes(room.id))
  const edit = (change: Partial<QueueInput>) => setEdits(before => ({ ...before, ...change }))

  function toggleRoom(roomId: number, isServed: boolean) {
    const others = roomIds.filter(other => other !== roomId)
    edit({ roomIds: isServed ? [...others, roomId] : others })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const known = roomIds.filter(roomId => rooms.some(room => room.id === roomId))
    onSave({ name, prefix: toPrefix(prefix), roomIds: known, servesGeneral, isActive })
  }

  return (
    <form className="queue-form" onSubmit={submit} noValidate>
      <div className="queue-form__texts">
        <label className="field">
          <span className="field__label">Queue name</span>
          <input
            className="input"
            value={name}
            placeholder="Blood test"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the form opens by a press, to type a name
            autoFocus
            aria-invalid={problem !== null}
            aria-describedby={`${id}-problem`}
            onChange={event => edit({ name: event.target.value })}
          />
        </label>
        <label className="field queue-form__prefix">
          <span className="field__label">Prefix</span>
          <input
            className="input"
            value={prefix ?? ''}
            placeholder="None"
            autoComplete="off"
            maxLength={2}
            aria-describedby={`${id}-prefix`}
            onChange={event => edit({ prefix: event.target.value })}
          />
        </label>
      </div>
      <p className="field__hint" id={`${id}-prefix`}>
        A letter before the number: B001, B002 and so on, counted separately.{' '}
        {sharing.length > 0 && `${sharing.join(', ')} has the same letter: they share one series.`}
      </p>
      <fieldset className="checks">
        <legend className="field__label">Rooms that call it</legend>
        {choices.map(room => (
          <label key={room.id} className="check" translate="no">
            <input
              type="checkbox"
              checked={roomIds.includes(room.id)}
              onChange={event => toggleRoom(room.id, event.target.checked)}
            />
            {room.name}
          </label>
        ))}
      </fieldset>
      <label className="check">
        <input
          type="checkbox"
          checked={servesGeneral}
          onChange={event => edit({ servesGeneral: event.target.checked })}
        />
        These rooms also call patients without a queue (General)
      </label>
      <p className="field__problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <div className="row row-actions">
        <Button
          type="submit"
          variant="primary"
          disabled={isBusy || cleanName(name) === '' || problem !== null}
          aria-busy={isBusy}
        >
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/** The names of the others that have this letter, too. */
function listSharing(
  queues: ClinicQueue[],
  own: { id?: number | undefined; prefix: string | null },
) {
  const others = listActive(queues).filter(({ id }) => id !== own.id)
  return others.flatMap(({ name, prefix }) => (own.prefix && prefix === own.prefix ? name : []))
}
