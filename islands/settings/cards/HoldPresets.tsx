import { Plus, Trash2 } from 'lucide-react'
import {
  MAX_HOLD_MINUTES,
  MAX_HOLD_PRESETS,
  REQUEUE_REASON_MAX,
} from '#domain/queue/requeue-reason'
import { cutText } from '#domain/text'
import { Button } from '../../ui/buttons/Button.tsx'
import { useForm } from '../fields/form.ts'

type Line = { reason: string; minutes: string }

export function HoldPresets() {
  const { values, getProblem, onEdit } = useForm()
  const lines = splitLines(values.holdPresets)
  const problem = getProblem('holdPresets')
  const save = (next: Line[]) => onEdit({ holdPresets: joinLines(next) })
  const edit = (index: number, change: Partial<Line>) =>
    save(lines.map((line, other) => (other === index ? { ...line, ...change } : line)))

  return (
    <>
      <ul className="stack stack--tight">
        {lines.map(({ reason, minutes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its position; its text changes while it is typed
          <li key={index} className="hold-presets__line stack stack--tight">
            <input
              className="input"
              aria-label={`Reason ${index + 1}`}
              placeholder="Reason"
              value={reason}
              aria-invalid={problem !== null && reason.trim() === ''}
              onChange={event =>
                edit(index, { reason: cutText(event.target.value, REQUEUE_REASON_MAX) })
              }
            />
            <input
              className="input"
              type="number"
              min={1}
              max={MAX_HOLD_MINUTES}
              aria-invalid={problem !== null && minutes === ''}
              aria-label={`Minutes of ${reason || `reason ${index + 1}`}`}
              value={minutes}
              onChange={event => edit(index, { minutes: event.target.value })}
            />
            min
            <Button
              variant="quiet"
              aria-label={`Remove ${reason || `reason ${index + 1}`}`}
              onClick={() => save(lines.filter((_, other) => other !== index))}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <span className="field__problem" role="alert">
          {problem}
        </span>
      )}
      {lines.length < MAX_HOLD_PRESETS && (
        <Button onClick={() => save([...lines, { reason: '', minutes: '' }])}>
          <Plus size={16} aria-hidden />
          Add
        </Button>
      )}
    </>
  )
}

/** Splits a text that may be half typed. Use `parseHoldPresets` to validate it. */
function splitLines(text: string): Line[] {
  if (text === '') return []
  return text.split('\n').map(line => {
    const end = line.lastIndexOf(' ')
    return { reason: line.slice(0, end), minutes: line.slice(end + 1) }
  })
}

function joinLines(lines: Line[]) {
  return lines.map(({ reason, minutes }) => `${reason} ${minutes}`).join('\n')
}
