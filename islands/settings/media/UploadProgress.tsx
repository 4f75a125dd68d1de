import { Button } from '../../ui/buttons/Button.tsx'
import type { Uploading } from './media-model.ts'

type Props = { uploading: NonNullable<Uploading>; onCancel(): void }

export function UploadProgress({ uploading, onCancel }: Props) {
  const { name, number, total, progress } = uploading
  const all = (number - 1 + progress) / total
  return (
    <div className="upload-progress">
      <span className="ellipsis" role="status">
        {total > 1 ? `Uploading ${number} of ${total}: ${name}` : `Uploading ${name}`}
      </span>
      <progress className="upload-progress__bar" aria-label="Upload" value={all} max={1} />
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
