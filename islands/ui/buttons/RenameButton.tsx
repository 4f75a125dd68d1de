import { Pencil, Save } from 'lucide-react'
import type { Rename } from '../hooks/use-rename.ts'
import { Button } from './Button.tsx'

type Props = {
  rename: Rename
  label: string
  disabled: boolean
  disabledReason?: string | null
  describedBy?: string
}

export function RenameButton({
  rename,
  label,
  disabled,
  disabledReason = null,
  describedBy,
}: Props) {
  if (rename.draft === null) {
    return (
      <Button
        key="edit"
        ref={rename.editButton}
        aria-describedby={describedBy}
        disabled={disabled}
        disabledReason={disabledReason}
        onClick={rename.edit}
      >
        <Pencil size={16} aria-hidden />
        {label}
      </Button>
    )
  }
  // Keeps the focus in the field, whose blur would save as well.
  return (
    <Button
      key="save"
      variant="primary"
      onMouseDown={event => event.preventDefault()}
      onClick={rename.save}
    >
      <Save size={16} aria-hidden />
      Save
    </Button>
  )
}
