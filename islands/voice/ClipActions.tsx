import { Mic, Trash2, Volume2 } from 'lucide-react'
import { Button } from '../ui/buttons/Button.tsx'
import { FileButton } from '../ui/buttons/FileButton.tsx'

type Props = {
  name: string
  isOwn: boolean
  isBusy: boolean
  onHear(): void
  onRecord(file: File): void
  onRemove(): void
}

export function ClipActions({ name, isOwn, isBusy, onHear, onRecord, onRemove }: Props) {
  return (
    <span className="row-actions">
      <Button aria-label={`Hear ${name}`} onClick={onHear}>
        <Volume2 size={16} aria-hidden />
        Hear
      </Button>
      <FileButton
        aria-label={`Replace ${name} by a recording`}
        aria-busy={isBusy}
        inputLabel={`Recording for ${name}`}
        accept="audio/*"
        onFiles={([file]) => file && onRecord(file)}
      >
        <Mic size={16} aria-hidden />
        Recording
      </FileButton>
      {isOwn && (
        <Button
          aria-label={`Remove the recording of ${name}`}
          onClick={event => {
            // The button disappears with the recording.
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
