import { Mic, Trash2, Volume2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'

type Props = {
  name: string
  /** Whether the clinic's own recording is spoken. */
  isOwn: boolean
  isBusy: boolean
  onHear(): void
  onRecord(file: File): void
  onRemove(): void
}

export function ClipActions({ name, isOwn, isBusy, onHear, onRecord, onRemove }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="row-actions">
      <Button aria-label={`Hear ${name}`} onClick={onHear}>
        <Volume2 size={16} aria-hidden />
        Hear
      </Button>
      <Button
        aria-label={`Replace ${name} by a recording`}
        aria-busy={isBusy}
        onClick={() => input.current?.click()}
      >
        <Mic size={16} aria-hidden />
        Recording
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="audio/*"
        aria-label={`Recording for ${name}`}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) onRecord(file)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
      {isOwn && (
        <Button
          aria-label={`Remove the recording of ${name}`}
          onClick={event => {
            // This button goes away with the recording.
            event.currentTarget.parentElement?.querySelector('button')?.focus()
            onRemove()
          }}
        >
          <Trash2 size={16} aria-hidden />
          Remove
        </Button>
      )}
    </span>
  )
}
