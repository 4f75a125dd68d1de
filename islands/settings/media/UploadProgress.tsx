import { Button } from '../../ui/Button.tsx'
import type { Uploading } from './media-model.ts'

type Props = { uploading: NonNullable<Uploading>; onCancel(): void }

export function UploadProgress({ uploading, onCancel }: Props) {
  const { name, number, of, share } = uploading
  const all = (number - 1 + share) / of
  return (
    <div className="upload-progress">
      <span className="upload-progress__words" role="status">
        {of > 1 ? `Uploading ${number} of ${of}: ${name}` : `Uploading ${name}`}
      </span>
      <progress className="upload-progress__bar" aria-label="Upload" value={all} max={1} />
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
