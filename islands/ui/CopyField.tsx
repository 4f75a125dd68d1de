import { Check, Copy } from 'lucide-react'
import { Button } from './buttons/Button.tsx'
import { useCopy } from './hooks/use-copy.ts'

type Props = { label: string; value: string; copyLabel: string; onHide(): void }

export function CopyField({ label, value, copyLabel, onHide }: Props) {
  const { field, isCopied, copy } = useCopy()
  return (
    <>
      <input
        ref={field}
        className="input"
        aria-label={label}
        readOnly
        value={value}
        onFocus={event => event.target.select()}
      />
      <div className="row-actions">
        <Button variant="primary" autoFocus onClick={copy}>
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          <span aria-live="polite">{isCopied ? 'Copied' : copyLabel}</span>
        </Button>
        <Button variant="quiet" onClick={onHide}>
          Done
        </Button>
      </div>
    </>
  )
}
