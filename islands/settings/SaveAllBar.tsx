import { Save } from 'lucide-react'
import { Button } from '../ui/buttons/Button.tsx'
import './SaveAllBar.css'

type Props = { count: number; isSaving: boolean; onSave(): void }

export function SaveAllBar({ count, isSaving, onSave }: Props) {
  if (count === 0) return null
  return (
    <div className="save-all">
      <strong className="save-all__count">{count} unsaved</strong>
      <Button variant="primary" aria-busy={isSaving} onClick={onSave}>
        <Save size={16} aria-hidden />
        Save all
      </Button>
    </div>
  )
}
